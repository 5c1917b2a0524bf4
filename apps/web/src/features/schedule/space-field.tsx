import type { MyOffice } from '@keyhour/contract/offices'
import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { localPlace } from '#web/texts/local-place.ts'

type Props = { office: Pick<MyOffice, 'sub_offices'> } & Omit<SelectProps, 'label' | 'data'>

/** Nothing, if the office is rented as a whole. */
export function SpaceField({ office, ...input }: Props) {
  const { t } = useTranslation('schedule')
  if (office.sub_offices.length === 0) return null
  return (
    <Select
      {...input}
      label={t('space')}
      data={office.sub_offices.map((space) => ({
        value: String(space.id),
        label: localPlace(space).name,
      }))}
      allowDeselect={false}
    />
  )
}
