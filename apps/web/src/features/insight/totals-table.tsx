import { type Compared, measured } from '@keyhour/contract/insight'
import type { Currency } from '@keyhour/contract/primitives'
import { useTranslation } from 'react-i18next'
import { ChangeText } from '#web/features/insight/change-text.tsx'
import { measureText } from '#web/features/insight/measure-text.ts'
import { MEASURES } from '#web/features/insight/rules.ts'
import { formatCount } from '#web/format/share.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'

export type TotalsRow = Compared & { key: string | number; name: string }
type Props = { caption: string; heading: string; rows: TotalsRow[]; currency: Currency }

/** All measures, each with its change from the range before. */
export function TotalsTable({ caption, heading, rows, currency }: Props) {
  const { t } = useTranslation('insight')
  const columns: Column<TotalsRow>[] = [
    { key: 'name', heading, cell: ({ name }) => name },
    { key: 'orders', heading: t('orders'), cell: ({ now }) => formatCount(now.orders), numeric: true },
    { key: 'noShows', heading: t('noShows'), cell: ({ now }) => formatCount(now.no_shows), numeric: true },
    ...MEASURES.flatMap((measure): Column<TotalsRow>[] => [
      {
        key: measure,
        heading: t(`measure.${measure}`),
        cell: ({ now }) => measureText(measure, measured(measure, now), currency),
        numeric: true,
      },
      {
        key: `${measure}Change`,
        heading: t('changeOf', { measure: t(`measure.${measure}`) }),
        cell: ({ now, before }) => (
          <ChangeText
            measure={measure}
            now={measured(measure, now)}
            before={measured(measure, before)}
            currency={currency}
          />
        ),
        numeric: true,
      },
    ]),
  ]
  return <DataTable caption={caption} columns={columns} rows={rows} rowKey={({ key }) => key} />
}
