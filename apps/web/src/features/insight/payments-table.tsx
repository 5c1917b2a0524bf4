import type { Insight } from '@keyhour/contract/insight'
import { useTranslation } from 'react-i18next'
import { ChangeText } from '#web/features/insight/change-text.tsx'
import { NOTHING } from '#web/features/insight/measure-text.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatCount, formatShare } from '#web/format/share.ts'
import { DataTable } from '#web/ui/data-table.tsx'

export function PaymentsTable({ insight: { payments, total, currency } }: { insight: Insight }) {
  const { t } = useTranslation('insight')
  return (
    <DataTable
      caption={t('chart.payments')}
      rows={payments}
      rowKey={({ payment }) => payment}
      columns={[
        { key: 'payment', heading: t('heading.payments'), cell: ({ payment }) => t(`payment.${payment}`) },
        { key: 'orders', heading: t('orders'), cell: ({ now }) => formatCount(now.orders), numeric: true },
        {
          key: 'revenue',
          heading: t('measure.revenue'),
          cell: ({ now }) => formatMoney(now.revenue, currency),
          numeric: true,
        },
        {
          key: 'change',
          heading: t('changeOf', { measure: t('measure.revenue') }),
          cell: ({ now, before }) => (
            <ChangeText measure="revenue" now={now.revenue} before={before.revenue} currency={currency} />
          ),
          numeric: true,
        },
        {
          key: 'share',
          heading: t('shareOfRevenue'),
          cell: ({ now }) => (total.now.revenue > 0 ? formatShare(now.revenue / total.now.revenue) : NOTHING),
          numeric: true,
        },
      ]}
    />
  )
}
