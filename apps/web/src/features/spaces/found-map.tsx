import type { Position, SearchTime } from '@keyhour/contract/space-filter'
import type { FoundOffice } from '@keyhour/contract/spaces'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OfficesMap } from '#web/features/spaces/offices-map.ts'
import { languageAsked, usePage } from '#web/features/spaces/page-context.tsx'
import { spaceAddress } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/search.module.css'
import { useTexts } from '#web/features/spaces/texts.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

type Props = {
  offices: FoundOffice[]
  /** Part of the links to the offices. */
  time: SearchTime
  position: Position | null
  /** On a narrow screen. A wide one always shows the map. */
  isShown: boolean
  pointedAt: number | null
  onPoint: (officeId: number | null) => void
  onChoose: (officeId: number) => void
}

const WIDE = '(min-width: 960px)'

/** Drawn after the list, when the browser is idle. */
export function FoundMap({ offices, time, position, isShown, pointedAt, onPoint, onChoose }: Props) {
  const t = useTexts()
  const page = usePage()
  const host = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<OfficesMap | null>(null)
  const isWanted = useWide() || isShown

  const addressOf = useEffectEvent((office_id: number) =>
    spaceAddress({ office_id, sub_office_id: null }, time, languageAsked(page)),
  )
  const draw = useEffectEvent(async (isLeft: () => boolean) => {
    const { drawOfficesMap } = await import('#web/features/spaces/offices-map.ts')
    if (!host.current || isLeft()) return null
    return drawOfficesMap(host.current, {
      language: page.language,
      tiles: page.tiles,
      addressOf: (id) => addressOf(id),
      describe: ({ name, spaces }) => t('map.office', { name, count: spaces }),
      describeGroup: (count) => t('map.group', { count }),
      closeWord: t('map.close'),
      onPoint: (id) => onPoint(id),
      onChoose: (id) => onChoose(id),
    })
  })

  useEffect(() => {
    if (!isWanted) return
    let isLeft = false
    let drawn: OfficesMap | null = null
    const forget = whenIdle(async () => {
      drawn = await draw(() => isLeft)
      if (isLeft) drawn?.remove()
      else setMap(drawn)
    })
    return () => {
      isLeft = true
      forget()
      drawn?.remove()
      setMap(null)
    }
  }, [isWanted])

  useEffect(() => map?.setOffices(offices), [map, offices])
  useEffect(() => map?.setPosition(position), [map, position])
  useEffect(() => map?.pointAt(pointedAt), [map, pointedAt])

  return (
    <section className={classes.mapPart} aria-label={t('map.label')}>
      {/* Leaflet counts from the left. */}
      <div ref={host} className={classes.map} dir="ltr" />
    </section>
  )
}

function useWide(): boolean {
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const query = window.matchMedia(WIDE)
    const turn = () => setWide(query.matches)
    turn()
    query.addEventListener('change', turn)
    return () => query.removeEventListener('change', turn)
  }, [])
  return isWide
}
