import type { OwnerOffice, OwnerOrder } from '@keyhour/contract/owners'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import {
  OrderCustomer,
  OrderLink,
  OrderState,
  orderSpace,
  orderTimes,
} from '#web/features/owners/order-cells.tsx'
import classes from '#web/features/owners/owners.module.css'
import { formatMoney } from '#web/format/money.ts'
import { CardList } from '#web/ui/card-list.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useIsPhone } from '#web/ui/phone.ts'

type Props = { orders: OwnerOrder[]; office: OwnerOffice }

/** A table, or cards on a phone. */
export function OrderList({ orders, office }: Props) {
  const { t } = useTranslation('owners')
  const isPhone = useIsPhone()
  const columns = columnsOf(office, t)
  if (!isPhone)
    return <DataTable caption={t('links.orders')} columns={columns} rows={orders} rowKey={({ id }) => id} />
  const [name, state, ...facts] = columns
  return (
    <CardList label={t('links.orders')} rows={orders}>
      {(order) => (
        <>
          <div className={classes.cardHead}>
            {name!.cell(order)}
            {state!.cell(order)}
          </div>
          <dl className={classes.facts}>
            {facts.map(({ key, heading, cell }) => (
              <div key={key} data-wide={key === 'when' || undefined}>
                <dt>{heading}</dt>
                <dd>{cell(order)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </CardList>
  )
}

function columnsOf(office: OwnerOffice, t: TFunction<'owners'>): Column<OwnerOrder>[] {
  const amount = (key: 'price' | 'tax' | 'commission' | 'net'): Column<OwnerOrder> => ({
    key,
    heading: t(`orders.column.${key}`),
    numeric: true,
    cell: (order) => formatMoney(order[key], order.currency),
  })
  return [
    {
      key: 'id',
      heading: t('orders.column.id'),
      cell: ({ id }) => (
        <OrderLink officeId={office.id} orderId={id}>
          {t('block.order', { id })}
        </OrderLink>
      ),
    },
    {
      key: 'state',
      heading: t('orders.column.state'),
      cell: (order) => <OrderState order={order} />,
    },
    {
      key: 'when',
      heading: t('orders.column.when'),
      cell: (order) => orderTimes(order, office, t),
    },
    { key: 'space', heading: t('calendar.space'), cell: (order) => orderSpace(order, t) },
    {
      key: 'customer',
      heading: t('orders.column.customer'),
      cell: (order) => <OrderCustomer order={order} />,
    },
    amount('price'),
    amount('tax'),
    amount('commission'),
    amount('net'),
  ]
}
