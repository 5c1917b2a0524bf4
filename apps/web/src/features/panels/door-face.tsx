import { wallClock } from '@keyhour/contract/office-clock'
import type { PanelView, SpaceNow, TakenTime } from '@keyhour/contract/panels'
import { UnstyledButton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBrush,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconLock,
} from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { PanelAct } from '#web/features/panels/api.ts'
import classes from '#web/features/panels/panel.module.css'
import { bookingPath, restOfDay, type SpaceState, stateAt } from '#web/features/panels/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatDate, formatDayAndTime, formatTime, formatTimes } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { DocumentTitle } from '#web/ui/document-title.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

const QrCode = lazyPart('QrCode', () => import('#web/ui/qr-code.tsx'))

type Props = {
  view: PanelView
  /** On the server's clock. */
  now: number
  lostSince: string | null
  onAct: (act: PanelAct) => void
}

export function DoorFace({ view, now, lostSince, onAct }: Props) {
  const { t } = useTranslation('panels')
  const state = stateAt(view, now)
  const space = localPlace(view.space)
  return (
    <main className={classes.door}>
      <DocumentTitle title={space.name} />
      {lostSince && (
        <p className={classes.lost} role="alert">
          <IconAlertTriangle aria-hidden />
          {t('lost', { time: formatTime(lostSince, view.office.time_zone) })}
        </p>
      )}
      <Head view={view} now={now} />
      <div className={classes.stage}>
        <Now view={view} state={state} now={now} isLost={lostSince !== null} />
        <Acts view={view} state={state} isLost={lostSince !== null} onAct={onAct} />
      </div>
      <div className={classes.side}>
        <Today view={view} now={now} />
        <Scan view={view} />
      </div>
    </main>
  )
}

function Head({ view: { office, space }, now }: { view: SpaceNow; now: number }) {
  const isWhole = space.id === null
  return (
    <header className={classes.head}>
      <div className={classes.names}>
        <h1>
          <bdi>{localPlace(space).name}</bdi>
        </h1>
        <p>
          {!isWhole && (
            <>
              <bdi>{localPlace(office).name}</bdi>
              {' · '}
            </>
          )}
          {formatDate(wallClock(now, office.time_zone).date)}
        </p>
      </div>
      <p className={classes.clock}>{formatTime(new Date(now).toISOString(), office.time_zone)}</p>
    </header>
  )
}

const ICONS = {
  free: IconCircleCheck,
  taken: IconCircleX,
  held: IconHourglass,
  cleaning: IconBrush,
  closed: IconLock,
}

type NowProps = { view: SpaceNow; state: SpaceState; now: number; isLost: boolean }

/** Green is for free only, and never the only sign. What may be out of date is not green. */
function Now({ view, state, now, isLost }: NowProps) {
  const { t } = useTranslation('panels')
  const Icon = ICONS[state.what]
  const zone = view.office.time_zone
  const isCounted = view.units > 1 && (state.what === 'free' || state.what === 'taken')
  return (
    <section
      className={classes.now}
      data-state={state.what}
      data-lost={isLost || undefined}
      aria-label={t('nowLabel')}
      aria-live="polite"
    >
      <p className={classes.word}>
        <Icon aria-hidden stroke={1.75} />
        {t(`state.${state.what}`)}
      </p>
      <p className={classes.until}>{untilText(state)}</p>
      {isCounted && (
        <p className={classes.seats}>{t('seats', { free: view.free_units, count: view.units })}</p>
      )}
      <p className={classes.next}>
        {state.next ? t('next', { times: formatTimes(state.next.start, state.next.end, zone) }) : t('noNext')}
      </p>
    </section>
  )

  function untilText({ what, until }: SpaceState): string {
    if (what === 'free') return until ? t('until', { time: formatTime(until, zone) }) : t('restOfDay')
    if (what !== 'closed') return t('until', { time: timeOf(until!) })
    if (until === null) return ''
    return view.open_until === null
      ? t('opens', { time: timeOf(until) })
      : t('until', { time: timeOf(until) })
  }

  function timeOf(instant: string): string {
    const isToday = wallClock(Date.parse(instant), zone).date === wallClock(now, zone).date
    return isToday ? formatTime(instant, zone) : formatDayAndTime(instant, zone)
  }
}

type ActsProps = Pick<Props, 'view' | 'onAct'> & { state: SpaceState; isLost: boolean }

function Acts({ view, state, isLost, onAct }: ActsProps) {
  const { t } = useTranslation('panels')
  if (isLost) return <p className={classes.hint}>{t('notWhileLost')}</p>
  const choices = state.what === 'free' ? view.choices : []
  if (choices.length === 0 && !view.awaits_check_in) return null
  return (
    <section className={classes.acts} aria-label={t('actsLabel')}>
      {view.awaits_check_in && (
        <UnstyledButton className={classes.checkIn} onClick={() => onAct({ kind: 'check in' })}>
          {t('checkIn.action')}
        </UnstyledButton>
      )}
      {choices.length > 0 && (
        <>
          <h2>{t('start.title')}</h2>
          <div className={classes.choices}>
            {choices.map(({ minutes, price }) => {
              const money = formatMoney(price, view.currency)
              return (
                <UnstyledButton
                  key={minutes}
                  className={classes.choice}
                  onClick={() => onAct({ kind: 'start', minutes, price: money })}
                >
                  <span>{t('start.minutes', { count: minutes })}</span>
                  <small>{money}</small>
                </UnstyledButton>
              )
            })}
          </div>
        </>
      )}
    </section>
  )
}

const SHOWN = 8

function Today({ view, now }: { view: SpaceNow; now: number }) {
  const { t } = useTranslation('panels')
  const times = restOfDay(view, now)
  return (
    <section className={classes.today} aria-labelledby="panel-today">
      <h2 id="panel-today">{t('today.title')}</h2>
      {times.length === 0 ? (
        <p>{t('today.none')}</p>
      ) : (
        <ol>
          {times.slice(0, SHOWN).map((time) => (
            <Entry key={`${time.start} ${time.kind}`} time={time} zone={view.office.time_zone} now={now} />
          ))}
        </ol>
      )}
      {times.length > SHOWN && <p>{t('today.more', { count: times.length - SHOWN })}</p>}
    </section>
  )
}

function Entry({ time: { start, end, kind }, zone, now }: { time: TakenTime; zone: string; now: number }) {
  const { t } = useTranslation('panels')
  return (
    <li data-now={Date.parse(start) <= now || undefined}>
      <span>{formatTimes(start, end, zone)}</span>
      <span>{t(`kind.${kind}`)}</span>
    </li>
  )
}

/** Whoever is signed in on their phone books and checks in there, without a code. */
function Scan({ view: { office, space } }: { view: SpaceNow }) {
  const { t } = useTranslation('panels')
  const address = `${window.location.origin}${bookingPath(office.id, space.id)}`
  return (
    <figure className={classes.scan}>
      <Suspense fallback={<svg viewBox="0 0 1 1" aria-hidden />}>
        <QrCode text={address} label={t('scan.label')} />
      </Suspense>
      <figcaption>{t('scan.text')}</figcaption>
    </figure>
  )
}
