import type { SpaceRef } from '@keyhour/contract/offices'
import type { WaitingRequest } from '@keyhour/contract/waiting-list'
import { Button, Text } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenTime } from '#web/features/availability/chosen-time.ts'
import { toTimeChange } from '#web/features/availability/rules.ts'
import { TimeSelect } from '#web/features/availability/time-select.tsx'
import type { Day } from '#web/features/availability/use-day.ts'
import { AskToWait } from '#web/features/waiting-list/ask-to-wait.tsx'
import { endFor, halvesAhead, isTaken, likelyWait } from '#web/features/waiting-list/rules.ts'
import classes from '#web/features/waiting-list/waiting-list.module.css'
import type { Half } from '#web/format/half-hours.ts'

type Props = { space: SpaceRef; day: Day; time: ChosenTime; rentType: 'hour' | 'day' }

/** For a day on which something is taken: which time one would rather have. */
export function WaitForTime({ space, day, time, rentType }: Props) {
  const { t } = useTranslation('waiting-list')
  const [isOpen, setOpen] = useState(false)
  const ahead = halvesAhead(day.halves ?? [])
  const reason = day.query.data?.reason ?? null
  const isFull = reason === 'booked' || reason === 'closure'
  if (rentType === 'day' ? !isFull : !ahead.some(isTaken)) return null
  const days = rentType === 'day' ? toTimeChange(time, 'day') : null
  return (
    <section className={classes.wait} aria-labelledby="wait-for-time">
      <Text fw={600} id="wait-for-time">
        {t(days ? 'isDayTaken' : 'isTimeTaken')}
      </Text>
      {days && <AskToWait stay={{ ...space, ...days }} />}
      {!days && !isOpen && (
        <Button
          className={classes.press}
          leftSection={<IconBell aria-hidden size={18} />}
          onClick={() => setOpen(true)}
        >
          {t('tellMe')}
        </Button>
      )}
      {!days && isOpen && (
        <TimeToWaitFor key={time.date} space={space} ahead={ahead} date={time.date} chosen={time.start} />
      )}
    </section>
  )
}

type TimeProps = { space: SpaceRef; ahead: Half[]; date: string; chosen: string | null }

/** Taken times can be chosen here, too. */
function TimeToWaitFor({ space, ahead, date, chosen }: TimeProps) {
  const { t } = useTranslation('waiting-list')
  const likely = likelyWait(ahead, chosen)
  const [picked, setPicked] = useState(likely)
  const keys = picked ?? likely
  if (!keys) return null
  const first = ahead.findIndex(({ start }) => start === keys.start)
  const times = toTimeChange({ date, ...keys, last_date: null }, 'hour')
  const stay: WaitingRequest | null = times && { ...space, ...times }
  return (
    <>
      <div className={classes.times}>
        <TimeSelect
          label={t('from')}
          date={date}
          options={ahead.map(({ start, slot }) => ({ key: start, slot }))}
          value={keys.start}
          onChange={(start) => setPicked({ start, end: endFor(ahead, keys, start) })}
        />
        <TimeSelect
          label={t('until')}
          date={date}
          options={ahead.slice(Math.max(0, first)).map(({ end }) => ({ key: end, slot: null }))}
          value={keys.end}
          onChange={(end) => setPicked({ ...keys, end })}
          after={keys.start}
        />
      </div>
      {stay && <AskToWait stay={stay} />}
    </>
  )
}
