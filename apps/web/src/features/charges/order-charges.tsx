import type { Charge } from '@keyhour/contract/charges'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Badge, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUser } from '#web/api/session.ts'
import { chargesQuery, fetchChargeReceipt } from '#web/features/charges/api.ts'
import classes from '#web/features/charges/charges.module.css'
import { CHARGE_COLOR, shownStatus, withMoney } from '#web/features/charges/rules.ts'
import { ReceiptButton } from '#web/features/payments/receipt-button.tsx'
import { formatMoney } from '#web/format/money.ts'
import { formatMoment } from '#web/format/time.ts'
import { QueryView } from '#web/ui/query-view.tsx'

/** The card payments of an order, for its customer and admins. */
export function OrderCharges({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('charges')
  const user = useUser()
  const isAdmin = user?.admin === true
  const charges = useQuery({ ...chargesQuery(order.id), enabled: isAdmin || user?.id === order.user_id })
  if (!charges.isError && !charges.data?.length) return null
  return (
    <QueryView query={charges} failure={t('failed')}>
      {(all) => <List charges={isAdmin ? all : withMoney(all)} order={order} />}
    </QueryView>
  )
}

function List({ charges, order }: { charges: Charge[]; order: OrderDetails }) {
  const { t } = useTranslation('charges')
  const titleId = `charges-of-${order.id}`
  if (charges.length === 0) return null
  return (
    <section className={classes.charges} aria-labelledby={titleId}>
      <Title order={3} size="h5" id={titleId}>
        {t('title')}
      </Title>
      <ul className={classes.list} aria-labelledby={titleId}>
        {charges.map((charge) => (
          <Entry key={charge.id} charge={charge} order={order} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ charge, order }: { charge: Charge; order: OrderDetails }) {
  const { t } = useTranslation(['charges', 'payments'])
  const { id, amount, kept, currency, failure, created_at, receipt_number } = charge
  const status = shownStatus(charge)
  const isPartlyBack = (status === 'authorised' || status === 'captured') && kept < amount
  return (
    <li className={classes.charge}>
      <div className={classes.words}>
        <Text size="sm" c="dimmed">
          {formatMoment(created_at, order.time_zone)}
        </Text>
        {failure !== null && <Text size="sm">{t(`failure.${failure}`, { ns: 'payments' })}</Text>}
        {isPartlyBack && (
          <Text size="sm">{t('givenBack', { amount: formatMoney(amount - kept, currency) })}</Text>
        )}
      </div>
      <div className={classes.end}>
        <span className={classes.figure}>{formatMoney(amount, currency)}</span>
        <Badge color={CHARGE_COLOR[status]}>{t(`status.${status}`)}</Badge>
      </div>
      {receipt_number !== null && (
        <div className={classes.actions}>
          <ReceiptButton number={receipt_number} fetch={() => fetchChargeReceipt(order.id, id)} />
        </div>
      )}
    </li>
  )
}
