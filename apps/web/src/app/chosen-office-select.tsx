import type { Language } from '@keyhour/contract/primitives'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useChosenOffice } from '#web/app/chosen-office.ts'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { type OfficeOption, officeOptions, writeChosen } from '#web/features/offices/rules.ts'
import { bySearched, foundByTyping } from '#web/ui/found-by-typing.ts'

export function ChosenOfficeSelect() {
  const { t, i18n } = useTranslation('app')
  const navigate = useNavigate()
  const chosen = useChosenOffice()
  const { data: offices = [], isPending } = useQuery(myOfficesQuery)
  const options = useMemo(() => officeOptions(offices, i18n.language as Language), [offices, i18n.language])

  return (
    <Select
      aria-label={t('selectOffice')}
      placeholder={t('selectOffice')}
      nothingFoundMessage={offices.length === 0 ? t('noOfficesOfYours') : t('noOfficeFound')}
      data={options}
      value={chosen && writeChosen(chosen)}
      onChange={(value) => value && navigate(`/dashboard${value}`)}
      disabled={isPending}
      {...foundByTyping}
      filter={bySearched}
      openOnFocus={false}
      attributes={{ options: { tabIndex: -1 } }}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      renderOption={({ option }) => (option as OfficeOption).subOffice ?? t('wholeOffice')}
    />
  )
}
