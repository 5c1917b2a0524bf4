import type { Position } from '@keyhour/contract/space-filter'
import type { FoundOffice, FoundSpaces } from '@keyhour/contract/spaces'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OfficesMap } from '#web/features/spaces/offices-map.ts'
import { languageAsked, usePage } from '#web/features/spaces/page-context.tsx'
import { inCents, type Sought, spaceAddress } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/search.module.css'
import { type SpaceTexts, useTexts } from '#web/features/spaces/texts.ts'
import { formatMoney } from '#web/format/money.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

type Props = {
  found: FoundSpaces
  /** Part of the links to the spaces. */
  sought: Sought
  position: Position | null
  /** On a narrow screen. A wide one always shows the map. */
  isShown: boolean
  pointedAt: number | null
  onPoint: (officeId: number | null) => void
  onChoose: (officeId: number) => void
}

const WIDE = '(min-width: 960px)'

/** Drawn after the list, when the browser is idle. */
export function FoundMap({ found, sought, position, isShown, pointedAt, onPoint, onChoose }: Props) {
  const t = useTexts()
  const page = usePage()
  const host = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<OfficesMap | null>(null)
  const isWanted = useWide() || isShown

  const addressOf = useEffectEvent((office: FoundOffice) => spaceAddress(office, sought, languageAsked(page)))
  const draw = useEffectEvent(async (isLeft: () => boolean) => {
    const { drawOfficesMap } = await import('#web/features/spaces/offices-map.ts')
    if (!host.current || isLeft()) return null
    return drawOfficesMap(host.current, {
      language: page.language,
      tiles: page.tiles,
      addressOf: (office) => addressOf(office),
      priceOf: (office) => priceOn(office, t),
      describe: (office) => inWords(office, t),
      describeGroup: (count) => t('map.group', { count }),
      hereWords: (city) => (city === undefined ? t('map.here') : t('map.hereIn', { city })),
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

  useEffect(() => map?.setPosition(position), [map, position])
  useEffect(() => map?.setOffices(found.offices, found.near), [map, found])
  useEffect(() => map?.pointAt(pointedAt), [map, pointedAt])

  return (
    <section className={classes.mapPart} aria-label={t('map.label')}>
      {/* Leaflet counts from the left. */}
      <div ref={host} className={classes.map} dir="ltr" />
    </section>
  )
}

/** The figure of the cards, with its sign. */
function priceOn({ price, currency, coming_soon }: FoundOffice, t: SpaceTexts): string {
  if (price > 0) return formatMoney(inCents(price), currency)
  return coming_soon ? t('space.comingSoon') : '–'
}

function inWords({ name, spaces, coming_soon, temporarily_closed, ...office }: FoundOffice, t: SpaceTexts) {
  if (coming_soon) return t('map.shut', { name, state: t('space.comingSoon') })
  if (temporarily_closed) return t('map.shut', { name, state: t('space.closed') })
  if (office.price === 0) return t('map.office', { name, count: spaces })
  const price = formatMoney(inCents(office.price), office.currency)
  return t('map.officeFrom', { name, count: spaces, price: t(`rate.${office.per}`, { price }) })
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
