import type { OwnerOffice, OwnerOrderDetails, OwnerOrderEvent } from '@keyhour/contract/owners'
import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownerOrderQuery } from '#web/features/owners/api.ts'
import { OrderCustomer, OrderState, orderSpace, orderTimes } from '#web/features/owners/order-cells.tsx'
import classes from '#web/features/owners/owners.module.css'
import { chosenOrder } from '#web/features/owners/rules.ts'
import { formatMoment, formatSpan } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { useAddress } from '#web/ui/address.ts'
import { Amounts } from '#web/ui/amounts.tsx'
import { QueryView } from '#web/ui/query-view.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

/** The order that the address names, beside any screen of the area. */
export function OrderPanel({ office }: { office: OwnerOffice }) {
  const { t } = useTranslation('owners')
  const [search, changeAddress] = useAddress()
  const asked = chosenOrder(search)
  // Stays while the panel closes.
  const [shown, setShown] = useState(asked)
  if (asked !== undefined && asked !== shown) setShown(asked)
  function close() {
    changeAddress(
      (address) => {
        const next = new URLSearchParams(address)
        next.delete('order')
        return next
      },
      { replace: true },
    )
  }
  return (
    <SidePanel opened={asked !== undefined} onClose={close} title={t('block.order', { id: shown })}>
      {shown !== undefined && <Content office={office} id={shown} />}
    </SidePanel>
  )
}

function Content({ office, id }: { office: OwnerOffice; id: number }) {
  const { t } = useTranslation('owners')
  const order = useQuery(ownerOrderQuery(office.id, id))
  return (
    <QueryView query={order} loading={t('order.loading')}>
      {(details) => (
        <Stack gap="lg">
          <Facts order={details} office={office} />
          <Money order={details} />
          <Events order={details} zone={office.time_zone} />
        </Stack>
      )}
    </QueryView>
  )
}

function Facts({ order, office }: { order: OwnerOrderDetails; office: OwnerOffice }) {
  const { t } = useTranslation('owners')
  return (
    <div>
      <OrderState order={order} />
      <Title order={3} size="h4" mt="xs">
        <bdi>{orderSpace(order, t)}</bdi>
      </Title>
      <Text>{orderTimes(order, office, t)}</Text>
      <Text>
        <OrderCustomer order={order} />
      </Text>
      <SoftText>{t('order.booked', { moment: formatMoment(order.date, office.time_zone) })}</SoftText>
    </div>
  )
}

function Money({ order }: { order: OwnerOrderDetails }) {
  const { t } = useTranslation('owners')
  const { price, tax, commission, commission_percent, net, currency, state, end } = order
  const amounts = [
    { label: t('orders.column.price'), cents: price },
    { label: t('order.commission', { percent: commission_percent }), cents: -commission },
    { label: t('orders.column.net'), cents: net, isSum: true },
    { label: t('orders.column.tax'), cents: tax },
  ]
  return (
    <div>
      <Amounts amounts={amounts} currency={currency} />
      {end === null && <SoftText>{t('order.pricedLater')}</SoftText>}
      {state === 'cancelled' && <SoftText>{t('order.ofKept')}</SoftText>}
    </div>
  )
}

type EventsProps = { order: OwnerOrderDetails; zone: string }

function Events({ order: { events }, zone }: EventsProps) {
  const { t } = useTranslation('orders')
  return (
    <section>
      <Title order={4} size="h5" mb="sm">
        {t('timeline')}
      </Title>
      <ol className={classes.events}>
        {events.map((event) => (
          <li key={`${event.at} ${event.kind}`} className={classes.event}>
            <Text>
              <What event={event} zone={zone} />
            </Text>
            <SoftText>{formatMoment(event.at, zone)}</SoftText>
          </li>
        ))}
      </ol>
    </section>
  )
}

function What({ event, zone }: { event: OwnerOrderEvent; zone: string }) {
  const { t } = useTranslation('orders')
  const { kind, start, end, door, space } = localPlace(event)
  const span = start && end ? formatSpan(start, end, zone) : undefined
  if (kind === 'moved' && span) return t('movedTo', { span })
  if (kind === 'door opened' && door) return t('doorOpened', { door })
  if (kind === 'changed space' && space) return t(span ? 'placeChangedTo' : 'spaceChangedTo', { space, span })
  return t(`event.${kind}`)
}
