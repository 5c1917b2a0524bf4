import type { CreditPack } from '@keyhour/contract/credits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAdminChanges } from '#web/api/live.ts'
import { creditPacksQuery } from '#web/features/credits/api.ts'
import { formatAmount } from '#web/format/money.ts'
import { serverText } from '#web/texts/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { ListTab } from '#web/ui/list-tab.tsx'

export function CreditPacksTab() {
  const { t } = useTranslation('credits')
  const queryClient = useQueryClient()
  const packs = useQuery(creditPacksQuery)
  useAdminChanges('credit_packs', () => void queryClient.invalidateQueries(creditPacksQuery))
  const columns: Column<CreditPack>[] = [
    { key: 'id', heading: t('column.id'), cell: ({ id }) => id, numeric: true },
    { key: 'name', heading: t('column.name'), cell: ({ name }) => name },
    { key: 'description', heading: t('column.description'), cell: ({ description }) => description },
    { key: 'credits', heading: t('column.credits'), cell: (pack) => pack.credits_amount, numeric: true },
    {
      key: 'price',
      heading: t('column.price'),
      cell: (pack) => formatAmount(pack.price_cents),
      numeric: true,
    },
    { key: 'currency', heading: t('column.currency'), cell: ({ currency }) => currency },
    {
      key: 'duration',
      heading: t('column.duration'),
      cell: (pack) => pack.duration_days ?? t('notAvailable'),
      numeric: true,
    },
    { key: 'active', heading: t('column.active'), cell: (pack) => (pack.is_active ? t('yes') : t('no')) },
  ]
  return (
    <ListTab
      title={t('title')}
      query={packs}
      columns={columns}
      rowKey={({ id }) => id}
      loading={t('loading')}
      failure={({ message }) => t('failed', { message: serverText(message) || t('failedToFetch') })}
      empty={t('none')}
    />
  )
}
