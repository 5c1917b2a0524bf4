import { OrderSort } from '@keyhour/contract/admin-orders'
import type { AdminOrder } from '@keyhour/contract/orders'
import { useTranslation } from 'react-i18next'
import { COLUMNS, type ColumnName, cellsOf } from '#web/features/admin-orders/order-cells.tsx'
import { type OrdersWish, sortedBy } from '#web/features/admin-orders/rules.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'

export type OrderListProps = {
  orders: AdminOrder[]
  /** The address of this list. */
  list: string
  wish: OrdersWish
  onWish: (change: Partial<OrdersWish>) => void
}

const FIGURES: readonly ColumnName[] = [
  'id',
  'user_id',
  'base_price',
  'price',
  'taxes',
  'billed',
  'commission',
  'net',
]

export function AllOrdersTable({ orders, list, wish, onWish }: OrderListProps) {
  const { t } = useTranslation('admin-orders')
  const rows = orders.map((order) => ({ id: order.id, cells: cellsOf(order, list, t) }))
  const columns: Column<(typeof rows)[number]>[] = COLUMNS.map((key) => ({
    key,
    heading: t(`column.${key}`),
    cell: ({ cells }) => cells[key],
    numeric: FIGURES.includes(key),
    sortable: OrderSort.safeParse(key).success,
  }))
  return (
    <DataTable
      caption={t('title')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      order={{
        by: wish.sort,
        direction: wish.direction,
        onSort: (key) => onWish(sortedBy(wish, OrderSort.parse(key))),
      }}
    />
  )
}
