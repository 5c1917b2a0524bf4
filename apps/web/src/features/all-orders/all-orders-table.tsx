import { type AdminOrder, OrderSort } from '@keyhour/contract/all-orders'
import { useTranslation } from 'react-i18next'
import { type ColumnName, cellsOf, ORDER_COLUMNS } from '#web/features/all-orders/order-cells.tsx'
import { type AllOrdersView, expectedOrderDirection } from '#web/features/all-orders/rules.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { sortedBy } from '#web/ui/list-view.ts'

export type OrderListProps = {
  orders: AdminOrder[]
  /** The address of this list, which the page of an order links back to. */
  list: string
  view: AllOrdersView
  onView: (change: Partial<AllOrdersView>) => void
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

export function AllOrdersTable({ orders, list, view, onView }: OrderListProps) {
  const { t } = useTranslation('admin-orders')
  const rows = orders.map((order) => ({ id: order.id, cells: cellsOf(order, list, t) }))
  const columns: Column<(typeof rows)[number]>[] = ORDER_COLUMNS.map((key) => ({
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
        by: view.sort,
        direction: view.direction,
        onSort: (key) => onView(sortedBy(view, OrderSort.parse(key), expectedOrderDirection)),
      }}
    />
  )
}
