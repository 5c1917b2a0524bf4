import type { PanelView } from '@keyhour/contract/panels'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type Liveness, usePanelChanges } from '#web/api/live.ts'
import { type PanelAct, panelQuery } from '#web/features/panels/api.ts'
import { DoorFace } from '#web/features/panels/door-face.tsx'
import classes from '#web/features/panels/panel.module.css'
import { PanelKeypad } from '#web/features/panels/panel-keypad.tsx'
import { useNewVersion } from '#web/features/panels/use-new-version.ts'
import { usePanelLook } from '#web/features/panels/use-panel-look.ts'
import { useWakeLock } from '#web/features/panels/use-wake-lock.ts'
import { DocumentTitle } from '#web/ui/document-title.tsx'
import { LoadingShape } from '#web/ui/loading-shape.tsx'
import { useNextMoment, useNow } from '#web/ui/now.ts'

const STEP_MS = 5_000

/** The screen at a door: runs for weeks on a tablet, without a sign-in. */
export function PanelScreen() {
  const token = useParams().token ?? ''
  const { t } = useTranslation('panels')
  const panel = useQuery(panelQuery(token))
  const isRemoved = panel.data === 'removed'
  const shown = panel.data === 'removed' ? undefined : panel.data
  const refetch = () => void panel.refetch()
  const liveness = usePanelChanges(isRemoved ? null : token, refetch)
  useLookWhenLost(liveness, refetch)
  usePanelLook(shown?.view.panel)
  useWakeLock()

  if (isRemoved) return <Notice title={t('removed.title')}>{t('removed.text')}</Notice>
  if (shown)
    return (
      <Door
        token={token}
        view={shown.view}
        aheadMs={shown.ahead_ms}
        readAt={panel.dataUpdatedAt}
        isLost={panel.isError}
        liveness={liveness}
        refetch={refetch}
      />
    )
  if (panel.error) return <Notice title={t('noStart.title')}>{t('noStart.text')}</Notice>
  return <LoadingShape shape="page" />
}

/** A stream that breaks is the first sign that the connection is gone; or it was only the stream. */
function useLookWhenLost(liveness: Liveness, look: () => void): void {
  const lookNow = useEffectEvent(look)
  useEffect(() => {
    if (liveness === 'lost') lookNow()
  }, [liveness])
}

type DoorProps = {
  token: string
  view: PanelView
  aheadMs: number
  /** When it was read, on the clock of the tablet. */
  readAt: number
  isLost: boolean
  liveness: Liveness
  refetch: () => void
}

function Door({ token, view, aheadMs, readAt, isLost, liveness, refetch }: DoorProps) {
  const now = useNow(STEP_MS) + aheadMs
  const [act, setAct] = useState<PanelAct | null>(null)
  useNextMoment(turningPoints(view, aheadMs), refetch)
  useNewVersion(act !== null, liveness)
  return (
    <>
      <DoorFace
        view={view}
        now={now}
        lostSince={isLost ? new Date(readAt + aheadMs).toISOString() : null}
        onAct={setAct}
      />
      {act && !isLost && (
        <PanelKeypad
          token={token}
          act={act}
          zone={view.office.time_zone}
          now={now}
          onDone={refetch}
          onClose={() => setAct(null)}
        />
      )}
    </>
  )
}

/** When what is shown changes by itself, on the clock of the tablet. */
const turningPoints = ({ taken, open_until, opens_at }: PanelView, aheadMs: number): string[] =>
  [...taken.flatMap(({ start, end }) => [start, end]), open_until, opens_at].flatMap((moment) =>
    moment === null ? [] : new Date(Date.parse(moment) - aheadMs).toISOString(),
  )

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes.notice}>
      <DocumentTitle title={title} />
      <h1>{title}</h1>
      <p>{children}</p>
    </main>
  )
}
