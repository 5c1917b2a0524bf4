import { Checkbox, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type OfficeFields, useFields } from '#web/features/admin-offices/form-fields.ts'
import { nightfall } from '#web/features/admin-offices/form-rules.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { formatWallTime } from '#web/format/time.ts'

export function HoursFields({ form }: OfficeFields) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  const { around_the_clock, open_hours, close_hours } = form.values
  return (
    <>
      <Checkbox
        {...form.getInputProps('around_the_clock', { type: 'checkbox' })}
        label={t('form.aroundTheClock')}
        description={t('form.hint.aroundTheClock')}
      />
      {!around_the_clock && (
        <>
          <div className={classes.fields}>
            <TextInput {...field('open_hours')} type="time" step={1800} />
            <TextInput {...field('close_hours')} type="time" step={1800} />
          </div>
          {open_hours && close_hours && (
            <Text size="sm" c="dimmed" role="status">
              {t(`form.nightfall.${nightfall(open_hours, close_hours)}`, {
                open: formatWallTime(open_hours),
                close: formatWallTime(close_hours),
              })}
            </Text>
          )}
        </>
      )}
    </>
  )
}
