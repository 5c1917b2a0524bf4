import type { ActiveOrder } from '@keyhour/contract/orders-dashboard'
import { Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/orders-dashboard/orders-dashboard.module.css'
import { Panel } from '#web/features/orders-dashboard/panel.tsx'
import { PanelView } from '#web/features/orders-dashboard/panel-view.tsx'
import { PlaceNames } from '#web/features/orders-dashboard/place-names.tsx'
import { usePaymentWords } from '#web/features/orders-dashboard/use-payment-words.ts'
import { formatMoment, withZone } from '#web/format/time.ts'
import { ChoiceList } from '#web/ui/choice-list.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = {
  query: UseQueryResult<ActiveOrder[]>
  names: [string | undefined, string | undefined] | null
  hidden: boolean
  onChoose: (id: number) => void
  onBack: (() => void) | undefined
}

export function OrdersPanel({ query, names, hidden, onChoose, onBack }: Props) {
  const { t } = useTranslation('orders-dashboard')
  return (
    <Panel
      title={t('activeOrders')}
      of={names && <PlaceNames names={names} />}
      hidden={hidden}
      back={onBack && { label: t('backToSubOffices'), onBack }}
    >
      {names ? (
        <PanelView
          query={query}
          loading={t('loadingOrders')}
          failure={t('failedToLoadOrders')}
          isEmpty={({ length }) => length === 0}
          empty={
            <p className={classes.note} role="status">
              {t('noOrders')}
            </p>
          }
        >
          {(orders) => (
            <div className={classes.list}>
              <ChoiceList
                label={t('activeOrders')}
                rows={orders}
                keyOf={({ id }) => id}
                chosen={null}
                onChoose={({ id }) => onChoose(id)}
              >
                {(order) => <OrderChoice order={order} />}
              </ChoiceList>
            </div>
          )}
        </PanelView>
      ) : (
        <p className={classes.note}>{t('chooseSubOffice')}</p>
      )}
    </Panel>
  )
}

function OrderChoice({ order }: { order: ActiveOrder }) {
  const { t } = useTranslation('orders-dashboard')
  const payment = usePaymentWords()
  const { id, start, time_zone } = order
  return (
    <>
      <div className={classes.row}>
        <Text fw={600}>{t('order', { id })}</Text>
        <span className={classes.payment}>{payment(order)}</span>
      </div>
      <SoftText>
        {t('startsAt', { moment: withZone(formatMoment(start, time_zone), start, time_zone) })}
      </SoftText>
    </>
  )
}
