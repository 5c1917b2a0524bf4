import type { DayOrder, OfficeDay } from '@keyhour/contract/front-desk'
import { Anchor, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconClockExclamation, IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/features/front-desk/desk.module.css'
import { PersonContact } from '#web/features/front-desk/person-contact.tsx'
import { ReleaseNote } from '#web/features/front-desk/release-note.tsx'
import { dayStateOf, type Fault, faultsOf } from '#web/features/front-desk/rules.ts'
import { CheckInGuestButton } from '#web/features/visits/check-in-guest-button.tsx'
import { formatDay, formatDayAndTime, formatLength, formatTime } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { localPlace } from '#web/texts/local-place.ts'

type Props = { day: OfficeDay; zone: string; now: number; ordersAt: string; isAdmin: boolean }

/** Who is late, and which doors fail. */
export function Attention({ day, zone, now, ordersAt, isAdmin }: Props) {
  const { t } = useTranslation('front-desk')
  const isIn = (state: string) => (order: DayOrder) => dayStateOf(order, now) === state
  const late = day.today.filter(isIn('late'))
  const overdue = day.today.filter(isIn('overdue'))
  const faults = faultsOf(day.desk?.doors ?? [])
  const codeless = day.today.filter(
    (order) => order.code_failed && !['over', 'overdue'].includes(dayStateOf(order, now)),
  )
  const count = late.length + overdue.length + faults.length + codeless.length
  if (count === 0) return null
  const linkTo = (order: DayOrder) => `${ordersAt}${order.id}`
  return (
    <section className={classes.attention} aria-labelledby="desk-attention">
      <Title order={2} size="h4" id="desk-attention">
        {t('attention.title')}
        <span className={classes.count}>{count}</span>
      </Title>
      <ul className={classes.notices}>
        {faults.map((fault) => (
          <FaultNotice key={`${fault.failure} ${fault.doors[0]!.id}`} {...{ fault, zone, now, isAdmin }} />
        ))}
        {late.map((order) => (
          <PersonNotice
            key={order.id}
            order={order}
            to={linkTo(order)}
            note={<ReleaseNote order={order} zone={zone} now={now} />}
            action={day.desk && <CheckInGuestButton orderId={order.id} />}
          >
            {t('attention.late', { length: formatLength(now - Date.parse(order.start)) })}
          </PersonNotice>
        ))}
        {overdue.map((order) => (
          <PersonNotice key={order.id} order={order} to={linkTo(order)}>
            {t('attention.overdue', { time: formatTime(order.end!, zone) })}
          </PersonNotice>
        ))}
        {codeless.map((order) => (
          <PersonNotice key={`code ${order.id}`} order={order} to={linkTo(order)} isCode>
            {t('attention.code')}
          </PersonNotice>
        ))}
      </ul>
    </section>
  )
}

type PersonProps = {
  order: DayOrder
  to: string
  isCode?: boolean
  note?: ReactNode
  action?: ReactNode
  children: ReactNode
}

function PersonNotice({ order, to, isCode = false, note, action, children }: PersonProps) {
  const Icon = isCode ? IconKey : IconClockExclamation
  const { User, Office } = order
  return (
    <li className={classes.notice}>
      <Icon aria-hidden size={20} />
      <div className={classes.words}>
        <Text>
          <Anchor component={Link} to={to} c="inherit" fw={600}>
            <bdi>{User.name}</bdi>
          </Anchor>
          {Office.type === 'SubOffice' && (
            <>
              {' · '}
              <bdi>{localPlace(Office).name}</bdi>
            </>
          )}
        </Text>
        <Text size="sm">{children}</Text>
        {note}
        {action && <div className={classes.action}>{action}</div>}
      </div>
      <PersonContact person={User} />
    </li>
  )
}

type FaultProps = { fault: Fault; zone: string; now: number; isAdmin: boolean }

function FaultNotice({ fault: { doors, failure, since, remedy }, zone, now, isAdmin }: FaultProps) {
  const { t, i18n } = useTranslation('front-desk')
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
    doors.map(({ name }) => name),
  )
  const isToday = formatDay(since, zone) === formatDay(new Date(now).toISOString(), zone)
  const time = isToday ? formatTime(since, zone) : formatDayAndTime(since, zone)
  return (
    <li className={classes.notice} data-fault>
      <IconAlertTriangle aria-hidden size={20} />
      <div className={classes.words}>
        <Text fw={600}>
          <bdi>{names}</bdi>
        </Text>
        <Text size="sm">
          {serverText(failure)} {t('attention.since', { time })}
        </Text>
        <Text size="sm" c="dimmed">
          {t(`remedy.${remedy}`)} {remedy === 'settings' && <WayToSettings isAdmin={isAdmin} />}
        </Text>
      </div>
    </li>
  )
}

/** Only admins connect hubs. */
function WayToSettings({ isAdmin }: { isAdmin: boolean }) {
  const { t } = useTranslation('front-desk')
  if (!isAdmin)
    return (
      <Anchor size="sm" href="/contact">
        {t('remedy.writeToUs')}
      </Anchor>
    )
  return (
    <Anchor size="sm" component={Link} to="/admin-dashboard?tab=homeAssistants">
      {t('remedy.openHubs')}
    </Anchor>
  )
}
