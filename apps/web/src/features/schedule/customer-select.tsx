import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customersQuery } from '#web/features/schedule/api.ts'
import { onlyChoose } from '#web/ui/found-by-typing.ts'

const SETTLE_MS = 300

type Props = { officeId: number; value?: string; onChange?: (id: string) => void; error?: ReactNode }

/** Finds a customer by name or email. */
export function CustomerSelect({ officeId, value = '', onChange, error, ...input }: Props) {
  const { t } = useTranslation('schedule')
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed.trim(), SETTLE_MS)
  const { data: found = [], isFetching } = useQuery(customersQuery(officeId, sought))
  const [chosen, choose] = useState<{ value: string; label: string } | null>(null)
  const options = found.map(({ id, name, email }) => ({ value: String(id), label: `${name} · ${email}` }))
  const isMissing = chosen !== null && !options.some((option) => option.value === chosen.value)
  return (
    <Select
      {...input}
      label={t('book.customer')}
      placeholder={t('book.search')}
      description={t('book.searchHint')}
      error={error}
      data={isMissing ? [chosen, ...options] : options}
      // The server has searched.
      filter={({ options: all }) => all}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={value || null}
      onChange={(id) => {
        choose(options.find((option) => option.value === id) ?? null)
        onChange?.(id ?? '')
      }}
      onKeyDown={onlyChoose}
      nothingFoundMessage={sought.length < 2 || isFetching ? undefined : t('book.nobody')}
      data-autofocus
    />
  )
}
