import type { DayOrder, OfficeDay } from '@keyhour/contract/front-desk'
import { Anchor, Badge, Button, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/features/front-desk/desk.module.css'
import { PersonContact } from '#web/features/front-desk/person-contact.tsx'
import { arrivalsOf, dayStateOf, departuresOf, leavesAt } from '#web/features/front-desk/rules.ts'
import { formatTime, formatTimes } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

type Props = { day: OfficeDay; zone: string; now: number; ordersAt: string }

const timesOf = ({ start, end }: DayOrder, zone: string): string =>
  end === null ? formatTime(start, zone) : formatTimes(start, end, zone)

export function Arrivals({ day, zone, now, ordersAt }: Props) {
  const { t } = useTranslation(['app', 'orders'])
  const orders = arrivalsOf(day.today, now)
  return (
    <DaySection id="next-today" title={t('nextToday')} count={orders.length}>
      {orders.length === 0 && <Text c="dimmed">{t('nothingMoreToday')}</Text>}
      <OrderRows orders={orders} ordersAt={ordersAt} timeOf={(order) => timesOf(order, zone)}>
        {(order) =>
          dayStateOf(order, now) === 'waiting' && (
            <Badge size="sm" variant="light" color="brass" tt="none">
              {t('waiting.badge', { ns: 'orders' })}
            </Badge>
          )
        }
      </OrderRows>
    </DaySection>
  )
}

export function Departures({ day, zone, now, ordersAt }: Props) {
  const { t } = useTranslation('front-desk')
  const { leaving, left } = departuresOf(day.today, { nowMs: now, until: day.until })
  if (leaving.length + left.length === 0) return null
  const timeOf = (order: DayOrder) => formatTime(leavesAt(order)!, zone)
  return (
    <DaySection id="desk-departures" title={t('departures.title')} count={leaving.length}>
      <OrderRows
        orders={leaving}
        ordersAt={ordersAt}
        timeOf={(order) => t('departures.until', { time: timeOf(order) })}
      >
        {(order) =>
          dayStateOf(order, now) === 'overdue' && (
            <Badge size="sm" variant="light" color="brass" tt="none">
              {t('departures.overdue')}
            </Badge>
          )
        }
      </OrderRows>
      {left.length > 0 && (
        <OrderRows
          orders={left}
          ordersAt={ordersAt}
          timeOf={(order) =>
            t(order.checked_out_at ? 'departures.left' : 'departures.ended', { time: timeOf(order) })
          }
          isPast
        />
      )}
    </DaySection>
  )
}

export function NoShows({ day, zone, ordersAt }: Omit<Props, 'now'>) {
  const { t } = useTranslation('front-desk')
  if (day.no_shows.length === 0 && day.no_show_rule === null) return null
  return (
    <DaySection id="desk-no-shows" title={t('noShows.title')} count={day.no_shows.length}>
      {day.no_show_rule && (
        <Text size="sm" c="dimmed">
          {t('noShows.rule', { minutes: day.no_show_rule.minutes })}
        </Text>
      )}
      <OrderRows orders={day.no_shows} ordersAt={ordersAt} timeOf={(order) => timesOf(order, zone)} isPast />
    </DaySection>
  )
}

export function Tomorrow({ day, zone, ordersAt }: Omit<Props, 'now'>) {
  const { t } = useTranslation('front-desk')
  return (
    <DaySection id="desk-tomorrow" title={t('tomorrow.title')} count={day.tomorrow.length}>
      {day.tomorrow.length === 0 && <Text c="dimmed">{t('tomorrow.none')}</Text>}
      <OrderRows orders={day.tomorrow} ordersAt={ordersAt} timeOf={(order) => timesOf(order, zone)} />
    </DaySection>
  )
}

type SectionProps = { id: string; title: string; count?: number; children: ReactNode }

export function DaySection({ id, title, count = 0, children }: SectionProps) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
        {count > 0 && <span className={classes.count}>{count}</span>}
      </Title>
      {children}
    </section>
  )
}

const FIRST_SHOWN = 6

type RowsProps = {
  orders: DayOrder[]
  ordersAt: string
  timeOf: (order: DayOrder) => string
  isPast?: boolean
  children?: (order: DayOrder) => ReactNode
}

function OrderRows({ orders, ordersAt, timeOf, isPast = false, children }: RowsProps) {
  const { t } = useTranslation(['front-desk', 'orders'])
  const [isWhole, setWhole] = useState(false)
  if (orders.length === 0) return null
  const shown = isWhole ? orders : orders.slice(0, FIRST_SHOWN)
  return (
    <>
      <ul className={classes.rows} data-past={isPast || undefined}>
        {shown.map((order) => (
          <li key={order.id} className={classes.row}>
            <div className={classes.words}>
              <Text className={classes.time}>{timeOf(order)}</Text>
              <Anchor component={Link} to={`${ordersAt}${order.id}`} className={classes.name}>
                <bdi>{order.User.name}</bdi>
              </Anchor>
              {order.Office.type === 'SubOffice' && (
                <Text size="sm">
                  {t('subOfficeNamed', { ns: 'orders', name: localPlace(order.Office).name })}
                </Text>
              )}
              {children?.(order)}
            </div>
            {!isPast && <PersonContact person={order.User} />}
          </li>
        ))}
      </ul>
      {orders.length > shown.length && (
        <Button variant="subtle" color="gray" size="compact-md" onClick={() => setWhole(true)}>
          {t('showAll', { count: orders.length })}
        </Button>
      )}
    </>
  )
}
