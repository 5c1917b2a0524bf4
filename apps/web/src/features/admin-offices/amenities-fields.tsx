import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { OfficeFields } from '#web/features/admin-offices/form-fields.ts'
import classes from '#web/features/admin-offices/forms.module.css'

const AMENITIES = ['wifi', 'printer', 'parking', 'kitchen'] as const

export function AmenitiesFields({ form }: OfficeFields) {
  const { t } = useTranslation('admin-offices')
  return (
    <div className={classes.fields}>
      {AMENITIES.map((amenity) => (
        <Checkbox
          key={amenity}
          {...form.getInputProps(`amenities.${amenity}`, { type: 'checkbox' })}
          label={t(`form.amenity.${amenity}`)}
        />
      ))}
    </div>
  )
}
