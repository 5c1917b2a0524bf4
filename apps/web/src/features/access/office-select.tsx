import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { choiceOf } from '#web/features/access/rules.ts'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { bySearched, foundByTyping } from '#web/ui/found-by-typing.ts'

export function useOfficeName(): (id: number) => string {
  const { t } = useTranslation('access')
  const { data: offices } = useQuery(myOfficesQuery)
  // No office is called unknown while the list is loading.
  return (id) => (offices ? (offices.find((office) => office.id === id)?.name ?? t('unknownOffice')) : '')
}

export function OfficeSelect({ value = '', ...input }: SelectProps & { value?: string }) {
  const { t } = useTranslation('access')
  const { data: offices = [], isPending } = useQuery(myOfficesQuery)
  const choices = offices.map(choiceOf)
  const isUnknown = value !== '' && !choices.some((choice) => choice.value === value)
  return (
    <Select
      {...input}
      value={value === '' ? null : value}
      label={t('column.office')}
      placeholder={t('form.chooseOffice')}
      data={isUnknown ? [...choices, { value, label: isPending ? '…' : t('unknownOffice') }] : choices}
      {...foundByTyping}
      filter={bySearched}
      allowDeselect={false}
      nothingFoundMessage={t('form.noOffice')}
      maxDropdownHeight={240}
    />
  )
}
