import type { Language } from '@keyhour/contract/primitives'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useShownOffice } from '#web/app/chosen-office.ts'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { type OfficeOption, officeOptions, writeChosen } from '#web/features/offices/rules.ts'
import { bySearched, foundByTyping } from '#web/ui/found-by-typing.ts'

export function ChosenOfficeSelect() {
  const { t, i18n } = useTranslation('app')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { data: offices = [], isPending } = useQuery(myOfficesQuery)
  const chosen = useShownOffice(offices)
  const options = useMemo(() => officeOptions(offices, i18n.language as Language), [offices, i18n.language])

  /** On the schedule, another office's schedule. A sub-office has its own page only on the dashboard. */
  const addressOf = (value: string) =>
    pathname === '/schedule' && !value.includes('sub_office') ? `/schedule${value}` : `/dashboard${value}`

  return (
    <Select
      aria-label={t('selectOffice')}
      placeholder={t('selectOffice')}
      nothingFoundMessage={offices.length === 0 ? t('noOfficesOfYours') : t('noOfficeFound')}
      data={options}
      value={chosen && writeChosen(chosen)}
      onChange={(value) => value && navigate(addressOf(value))}
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
