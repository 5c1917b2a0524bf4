import { bookingPath, type WaitingEntry } from '@keyhour/contract/waiting-list'
import { Button, Text } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useJoin, useLeave } from '#web/features/waiting-list/api.ts'
import { useTimeLeft } from '#web/features/waiting-list/use-time-left.ts'
import classes from '#web/features/waiting-list/waiting-list.module.css'
import { formatCountdown, formatDate, formatSpan, withZone } from '#web/format/time.ts'
import { localPlace, spaceAndOffice } from '#web/texts/local-place.ts'

const placeOf = (entry: WaitingEntry): string => {
  const { name, office_name } = localPlace(entry)
  return spaceAndOffice(entry.sub_office_id === null ? null : name, office_name)
}

function whenOf(entry: WaitingEntry): string {
  const { rent_type, starts_at, ends_at, time_zone, date, end_date } = entry
  if (rent_type === 'day')
    return end_date && end_date !== date ? `${formatDate(date)} – ${formatDate(end_date)}` : formatDate(date)
  return withZone(formatSpan(starts_at, ends_at, time_zone), starts_at, time_zone)
}

/** A time that somebody waits for: their place in line, or the hold with the way to book it. */
export function WaitCard({ entry }: { entry: WaitingEntry }) {
  const { t } = useTranslation('waiting-list')
  const join = useJoin()
  const leave = useLeave()
  const { id, state, place } = entry
  const what = { place: placeOf(entry), when: whenOf(entry) }
  const { office_id, sub_office_id, date, start, end, end_date } = entry
  return (
    <li className={classes.entry} data-offered={state === 'offered' || undefined}>
      <div className={classes.words}>
        <Text fw={600}>{what.place}</Text>
        <Text size="sm" c="dimmed">
          {what.when}
        </Text>
        {state === 'waiting' && place !== null && <Text size="sm">{t('inLine', { count: place })}</Text>}
        {state === 'lapsed' && <Text size="sm">{t('lapsed')}</Text>}
        {state === 'offered' && <HeldFor entry={entry} />}
      </div>
      <div className={classes.actions}>
        {state === 'offered' && <BookNow entry={entry} />}
        {state === 'lapsed' && (
          <Button
            className={classes.press}
            loading={join.isPending}
            aria-label={t('ofWhich', { action: t('again'), ...what })}
            onClick={() => join.mutate({ office_id, sub_office_id, date, start, end, end_date })}
          >
            {t('again')}
          </Button>
        )}
        <Button
          className={classes.press}
          variant="subtle"
          color="gray"
          loading={leave.isPending}
          aria-label={t('ofWhich', { action: t(state === 'lapsed' ? 'remove' : 'leave'), ...what })}
          onClick={() => leave.mutate(id)}
        >
          {t(state === 'lapsed' ? 'remove' : 'leave')}
        </Button>
      </div>
    </li>
  )
}

function BookNow({ entry }: { entry: WaitingEntry }) {
  const { t } = useTranslation('waiting-list')
  return (
    <Button
      className={classes.press}
      variant="filled"
      component={Link}
      to={bookingPath(entry)}
      aria-label={t('ofWhich', { action: t('bookNow'), place: placeOf(entry), when: whenOf(entry) })}
    >
      {t('bookNow')}
    </Button>
  )
}

function HeldFor({ entry }: { entry: WaitingEntry }) {
  const { t } = useTranslation('waiting-list')
  const leftMs = useTimeLeft(entry)
  return (
    <Text size="sm" role="timer" className={classes.held}>
      <IconHourglass aria-hidden size={18} />
      {t('heldFor', { time: formatCountdown(leftMs) })}
    </Text>
  )
}

/** The same in one line, for a bar above any screen. */
export function OfferLine({ entry }: { entry: WaitingEntry }) {
  const { t } = useTranslation('waiting-list')
  const leftMs = useTimeLeft(entry)
  return (
    <>
      <Text className={classes.words} role="status">
        {t('isFree', { place: placeOf(entry), when: whenOf(entry) })}
      </Text>
      <Text size="sm" role="timer" className={classes.held}>
        {t('heldFor', { time: formatCountdown(leftMs) })}
      </Text>
      <BookNow entry={entry} />
    </>
  )
}
