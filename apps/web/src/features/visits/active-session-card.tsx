import type { ActiveSession } from '@keyhour/contract/visits'
import { Anchor, Avatar, Paper, Text } from '@mantine/core'
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
}

/** A running visit. */
export function ActiveSessionCard({ session, zone, now, phase }: Props) {
  const { t } = useTranslation('orders')
  const { id, User, Office, start } = session
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
        <Anchor component={Link} to={`/order/${id}`} className={classes.name}>
          <bdi>{name}</bdi>
        </Anchor>
        <Text className={classes.time}>
          {t('since', { time: formatStart(start, zone, now) })}
          {lengthMs >= MINUTE_MS && `, ${unbroken(formatLength(lengthMs))}`}
        </Text>
        {now < Date.parse(session.booked_start) && (
          <Text size="sm">{t('early', { time: formatTime(session.booked_start, zone) })}</Text>
        )}
        {Office.type === 'SubOffice' && (
          <Text size="sm">{t('subOfficeNamed', { name: localPlace(Office).name })}</Text>
        )}
      </div>
    </Paper>
  )
}

const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/** With the day, unless it is today. */
function formatStart(start: string, zone: string, now: number): string {
  const isToday = formatDay(start, zone) === formatDay(new Date(now).toISOString(), zone)
  return isToday ? formatTime(start, zone) : formatDayAndTime(start, zone)
}
