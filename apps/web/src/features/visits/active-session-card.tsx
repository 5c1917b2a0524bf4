import type { ActiveSession } from '@keyhour/contract/visits'
import { Anchor, Avatar, Badge, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import classes from '#web/features/visits/sessions.module.css'
import { formatDay, formatDayAndTime, formatLength, formatTime } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'

const MINUTE_MS = 60_000

type Props = {
  session: ActiveSession
  zone: string
  now: number
  /** A visit that has ended fades out, and cannot be used meanwhile. */
  phase: 'here' | 'arriving' | 'leaving'
  /** The page of the order. */
  to: string
  /** It has started, and nobody has checked in. */
  isLate?: boolean
  /** What staff do about the visit. */
  children?: ReactNode
}

/** A running visit. */
export function ActiveSessionCard(props: Props) {
  const { session, zone, now, phase, to, isLate = false, children } = props
  const { t } = useTranslation(['orders', 'front-desk'])
  const { User, Office, start, end } = session
  const photo = User.profile.passport_image
  const name = User.name ?? t('unknownUser')
  const lengthMs = now - Date.parse(start)
  return (
    <Paper
      component="li"
      withBorder
      p="md"
      className={classes.card}
      data-phase={phase}
      inert={phase === 'leaving'}
    >
      <Avatar
        size={72}
        name={name}
        color="gray"
        alt={t('photoOf', { name })}
        {...(photo && { src: `data:image/jpeg;base64,${photo}` })}
      />
      <div className={classes.words}>
        <Anchor component={Link} to={to} className={classes.name}>
          <bdi>{name}</bdi>
        </Anchor>
        <Text className={classes.time}>
          {t('since', { time: formatNear(start, zone, now) })}
          {lengthMs >= MINUTE_MS && ` (${unbroken(formatLength(lengthMs))})`}
        </Text>
        {now < Date.parse(session.booked_start) && (
          <Text size="sm">{t('early', { time: formatTime(session.booked_start, zone) })}</Text>
        )}
        {end !== null && (
          <Text className={classes.time}>
            {t('until', { ns: 'front-desk', time: formatNear(end, zone, now) })}
          </Text>
        )}
        {Office.type === 'SubOffice' && (
          <Text size="sm">{t('subOfficeNamed', { name: localPlace(Office).name })}</Text>
        )}
        {isLate && (
          <Badge size="sm" variant="light" color="brass" tt="none">
            {t('notCheckedIn', { ns: 'front-desk' })}
          </Badge>
        )}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </Paper>
  )
}

const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/** With the day, unless it is today. */
function formatNear(start: string, zone: string, now: number): string {
  const isToday = formatDay(start, zone) === formatDay(new Date(now).toISOString(), zone)
  return isToday ? formatTime(start, zone) : formatDayAndTime(start, zone)
}
