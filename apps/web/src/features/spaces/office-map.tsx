import type { Office } from '@keyhour/contract/offices'
import { useEffect, useEffectEvent, useRef } from 'react'
import { usePage } from '#web/features/spaces/page-context.tsx'
import classes from '#web/features/spaces/space.module.css'
import { useTexts } from '#web/features/spaces/texts.ts'

/** Drawn when it is about to scroll into view. */
export function OfficeMap({ office }: { office: Office }) {
  const t = useTexts()
  const { language, tiles } = usePage()
  const host = useRef<HTMLElement>(null)

  const draw = useEffectEvent(async () => {
    const { drawPlaceMap } = await import('#web/features/spaces/offices-map.ts')
    return host.current && drawPlaceMap(host.current, { language, tiles, office })
  })

  useEffect(() => {
    let remove: (() => void) | null = null
    let isLeft = false
    const coming = new IntersectionObserver(
      async ([entry]) => {
        if (!entry?.isIntersecting) return
        coming.disconnect()
        remove = await draw()
        if (isLeft) remove?.()
      },
      { rootMargin: '300px' },
    )
    if (host.current) coming.observe(host.current)
    return () => {
      isLeft = true
      coming.disconnect()
      remove?.()
    }
  }, [])

  return (
    <>
      {/* Leaflet counts from the left. */}
      <section
        ref={host}
        className={classes.map}
        dir="ltr"
        aria-label={t('map.place', { name: office.name })}
      />
      <p>
        <a
          href={`https://www.openstreetmap.org/?mlat=${office.lat}&mlon=${office.lon}#map=17/${office.lat}/${office.lon}`}
          rel="noopener"
        >
          {t('map.elsewhere')}
        </a>
      </p>
    </>
  )
}
