import type { AdminOrder } from '@keyhour/contract/all-orders'
import { Badge, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/all-orders/all-orders.module.css'
import type { OrderListProps } from '#web/features/all-orders/all-orders-table.tsx'
import { type ColumnName, cellsOf } from '#web/features/all-orders/order-cells.tsx'
import { ORDER_SORTINGS } from '#web/features/all-orders/rules.ts'
import { CardList } from '#web/ui/card-list.tsx'
import { sortedAs, sortingOf } from '#web/ui/list-view.ts'

/** For phones. */
export function AllOrdersCards({ orders, list, view, onView }: OrderListProps) {
  const { t } = useTranslation('admin-orders')
  return (
    <>
      <Select
        label={t('sortBy')}
        data={ORDER_SORTINGS.map((value) => {
          const { sort, direction } = sortedAs(value)
          return { value, label: t(`sorted.${direction}`, { column: t(`column.${sort}`) }) }
        })}
        value={sortingOf(view)}
        onChange={(sorting) => sorting && onView(sortedAs(sorting))}
        allowDeselect={false}
      />
      <CardList label={t('title')} rows={orders}>
        {(order) => <OrderCard order={order} list={list} />}
      </CardList>
    </>
  )
}

const SHOWN: ColumnName[] = ['start', 'end', 'office', 'sub_office', 'user_name', 'billed']
const FOLDED: ColumnName[] = [
  'date',
  'duration',
  'user_id',
  'user_email',
  'user_phone',
  'base_price',
  'price',
  'taxes',
  'commission',
  'net',
]

function OrderCard({ order, list }: { order: AdminOrder; list: string }) {
  const { t } = useTranslation('admin-orders')
  const cells = cellsOf(order, list, t)
  const facts = (columns: ColumnName[]) => (
    <dl className={classes.facts}>
      {columns.map((column) => (
        <div key={column}>
          <dt>{t(`column.${column}`)}</dt>
          <dd>
            <bdi>{cells[column]}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
  return (
    <>
      <div className={classes.cardHead}>
        <span className={classes.cardTitle}>
          {t('column.id')} {cells.id}
        </span>
        <Badge color="gray">{cells.payment_status}</Badge>
      </div>
      {facts(SHOWN)}
      <details>
        <summary className={classes.more}>{t('more')}</summary>
        {facts(FOLDED)}
      </details>
    </>
  )
}
