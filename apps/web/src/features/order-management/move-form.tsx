import type { Move, Settlement, SpaceForOrder } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { moveToSpace, spacesForOrderQuery, useActOn } from '#web/features/order-management/api.ts'
import classes from '#web/features/order-management/order-management.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatSpan, withZone } from '#web/format/time.ts'
import { localPlace, spaceAndOffice } from '#web/texts/local-place.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { WindowButtons } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { QueryView } from '#web/ui/query-view.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = { order: OrderDetails; settlement: Settlement; onClose: () => void }

const keyOf = ({ office_id, sub_office_id }: SpaceForOrder): string => `${office_id}/${sub_office_id ?? ''}`

function placeOf(space: SpaceForOrder): string {
  const { sub_office_id, name, office_name } = localPlace(space)
  return spaceAndOffice(sub_office_id === null ? null : name, office_name)
}

export function MoveForm({ order, settlement, onClose }: Props) {
  const { t } = useTranslation('order-actions')
  const navigate = useNavigate()
  // Keeps the link back to the list.
  const { state } = useLocation()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<SpaceForOrder | null>(null)
  const [from, setFrom] = useState<Move['from']>()
  const [price, setPrice] = useState<Move['price']>('as agreed')
  const move = useActOn((body: Move) => moveToSpace(order.id, body), {
    onSuccess: ({ id }) => {
      notify(t('move.done'), 'success')
      // The panel may be reopened while it slides out.
      setChosen(null)
      onClose()
      if (id !== order.id) void navigate(`/order/${id}`, { state })
    },
    onError: () => setChosen(null),
  })

  /** `from` lets the server detect that another admin has moved the order meanwhile. */
  function choose(space: SpaceForOrder | undefined) {
    setChosen(space ?? null)
    setFrom({ office_id: order.Office.id, sub_office_id: order.SubOffice?.id ?? null })
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (!chosen || !from) return
    const { office_id, sub_office_id } = chosen
    const priced = chosen.due === null ? 'as agreed' : price
    const due = priced === 'anew' ? chosen.due! : settlement.due
    move.mutate({ office_id, sub_office_id, from, price: priced, due })
  }

  return (
    <form noValidate onSubmit={send}>
      <Stack gap="md">
        <SoftText>{t('move.hint')}</SoftText>
        <FailureAlert text={move.error && refusalText(move.error)} />
        <SearchBox q={q} onSearch={setQ} label={t('move.search')} />
        <SpaceChoices order={order} q={q} chosen={chosen} onChoose={choose} />
        <div className={classes.decision}>
          {chosen && <Text fw={600}>{placeOf(chosen)}</Text>}
          {chosen && <Price space={chosen} settlement={settlement} price={price} onChoose={setPrice} />}
          {chosen && chosen.office_id !== order.Office.id && <Text size="sm">{t('move.newNumber')}</Text>}
          <WindowButtons
            label={t('move.action')}
            wayOut={t('back')}
            isBusy={move.isPending}
            isReady={chosen !== null}
            onClose={onClose}
          />
        </div>
      </Stack>
    </form>
  )
}

type ChoicesProps = {
  order: OrderDetails
  q: string
  chosen: SpaceForOrder | null
  onChoose: (space: SpaceForOrder | undefined) => void
}

function SpaceChoices({ order, q, chosen, onChoose }: ChoicesProps) {
  const { t } = useTranslation('order-actions')
  const spaces = useQuery(spacesForOrderQuery(order.id, q))
  return (
    <QueryView
      shape="form"
      query={spaces}
      loading={t('move.loading')}
      isEmpty={(list) => list.length === 0}
      empty={<Text role="status">{t(q === '' ? 'move.none' : 'move.noneFound')}</Text>}
    >
      {(list) => (
        <Radio.Group
          label={t('move.spaces')}
          value={chosen && keyOf(chosen)}
          onChange={(key) => onChoose(list.find((space) => keyOf(space) === key))}
        >
          <Stack gap="xs" mt="xs">
            {list.map((space) => (
              <Choice key={keyOf(space)} space={space} order={order} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </QueryView>
  )
}

function Choice({ space, order }: { space: SpaceForOrder; order: OrderDetails }) {
  const { t } = useTranslation('order-actions')
  const { name, office_name, address } = localPlace(space)
  const { type, capacity, distance_km, start, end, time_zone } = space
  const isHere = space.office_id === order.Office.id
  // Day bookings take the opening hours of the office, and another office may be in another time zone.
  const hasOtherTimes = start !== order.start || end !== order.end || time_zone !== order.time_zone
  return (
    <Radio.Card value={keyOf(space)} className={classes.space}>
      <Radio.Indicator />
      <div className={classes.words}>
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm">{isHere ? t('move.here') : <bdi>{office_name}</bdi>}</Text>
        {!isHere && (
          <SoftText>
            <bdi>{address}</bdi>
          </SoftText>
        )}
        <SoftText>
          {[
            t(`type.${type}`),
            t('move.people', { count: capacity }),
            !isHere && t('move.away', { km: distance_km.toFixed(1) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </SoftText>
        {hasOtherTimes && (
          <Text size="sm">{withZone(formatSpan(start, end, time_zone), start, time_zone)}</Text>
        )}
      </div>
    </Radio.Card>
  )
}

type PriceProps = {
  space: SpaceForOrder
  settlement: Settlement
  price: Move['price']
  onChoose: (price: Move['price']) => void
}

function Price({ space, settlement: { due, paid, currency }, price, onChoose }: PriceProps) {
  const { t } = useTranslation('order-actions')
  const money = (cents: number) => formatMoney(cents, currency)
  if (space.due === null) return <Text>{t('move.otherCurrency', { due: money(due) })}</Text>
  const difference = space.due - paid
  return (
    <>
      <Radio.Group
        label={t('move.price')}
        value={price}
        onChange={(value) => onChoose(value as Move['price'])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="as agreed" label={t('move.asAgreed', { due: money(due) })} />
          <Radio value="anew" label={t('move.anew', { due: money(space.due) })} />
        </Stack>
      </Radio.Group>
      {price === 'anew' && difference !== 0 && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {difference > 0
            ? t('move.more', { amount: money(difference) })
            : t('move.back', { amount: money(-difference) })}
        </Text>
      )}
    </>
  )
}
