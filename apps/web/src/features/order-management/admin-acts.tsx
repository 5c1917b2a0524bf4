import type { AdminAct } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Anchor, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { adminActsQuery } from '#web/features/order-management/api.ts'
import classes from '#web/features/order-management/order-management.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatMoment } from '#web/format/time.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

export function AdminActs({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('order-actions')
  const acts = useQuery(adminActsQuery(order.id))
  return (
    <section className={classes.history}>
      <Title order={3} size="h5" mb="xs">
        {t('history.title')}
      </Title>
      <QueryView
        query={acts}
        loading={t('history.loading')}
        isEmpty={(list) => list.length === 0}
        empty={<SoftText>{t('history.none')}</SoftText>}
      >
        {(list) => (
          <ol className={classes.acts}>
            {list.map((act) => (
              <li key={act.id}>
                <Entry act={act} order={order} />
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </section>
  )
}

function Entry({ act, order }: { act: AdminAct; order: OrderDetails }) {
  const { t } = useTranslation('order-actions')
  const { state } = useLocation()
  const goesOn = act.order_id !== undefined && act.order_id !== order.id
  return (
    <>
      <Text fw={500}>
        <What act={act} order={order} />
        {goesOn && (
          <>
            {' '}
            <Anchor component={Link} to={`/order/${act.order_id}`} state={state}>
              {t('history.goesOn', { id: act.order_id })}
            </Anchor>
          </>
        )}
      </Text>
      {act.words !== null && (
        <Text className={classes.said} dir="auto">
          {act.words}
        </Text>
      )}
      {act.is_forgotten && (
        <Text size="sm" fs="italic">
          {t('history.forgotten')}
        </Text>
      )}
      <SoftText>
        {formatMoment(act.at, order.time_zone)}
        {' · '}
        <bdi>{act.actor_name ?? t(act.kind === 'dispute charge' ? 'history.bank' : 'history.somebody')}</bdi>
      </SoftText>
    </>
  )
}

function What({ act, order }: { act: AdminAct; order: OrderDetails }) {
  const { t } = useTranslation('order-actions')
  const { kind, amount, method, outcome, refund, owed, from_space, to_space, price } = act
  const money = (cents: number) => formatMoney(cents, order.currency)
  if (kind === 'mark order paid' && amount && method)
    return t('history.paid', { amount: money(amount), method: t(`method.${method}`) })
  if (kind === 'dispute charge' && amount && outcome)
    return t(`history.dispute.${outcome}`, { amount: money(amount) })
  if (kind === 'cancel order' && owed) return t('history.cancelledOwing', { owed: money(owed) })
  if (kind === 'cancel order' && refund) return t('history.cancelled', { refund: money(refund) })
  if (kind === 'move order' && from_space && to_space)
    return t(price === 'anew' ? 'history.movedAnew' : 'history.moved', { from: from_space, to: to_space })
  return t(`history.kind.${kind}`)
}
