import { type KeyboardEvent, useRef, useState } from 'react'
import classes from '#web/features/spaces/gallery.module.css'
import { usePage } from '#web/features/spaces/page-context.tsx'
import type { OfficePicture } from '#web/features/spaces/stay-rules.ts'
import { useTexts } from '#web/features/spaces/texts.ts'
import { Icon } from '#web/ui/icon.tsx'
import { StoredPicture } from '#web/ui/stored-picture.tsx'

const ONE_AT_A_TIME = '(max-width: 1328px) 100vw, 1280px'
const TWO_AT_A_TIME = '(max-width: 959px) 100vw, (max-width: 1328px) 50vw, 636px'

/** The row has stopped moving after this time. */
const SETTLED_MS = 200

/** Pictures side by side, two at a time on a wide screen. */
export function Gallery({ pictures }: { pictures: OfficePicture[] }) {
  const t = useTexts()
  const { language } = usePage()
  const row = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [isAtEnd, setAtEnd] = useState(false)
  /** The picture that the row is scrolling to. */
  const goal = useRef<number | null>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = pictures.length - 1
  if (last < 0) return null

  function settleSoon() {
    clearTimeout(settling.current)
    settling.current = setTimeout(() => {
      goal.current = null
    }, SETTLED_MS)
  }

  function turnBy(step: 1 | -1) {
    const to = Math.max(0, Math.min((goal.current ?? at) + step, last))
    goal.current = to
    settleSoon()
    const { left = 0 } = row.current?.getBoundingClientRect() ?? {}
    const picture = row.current?.children[to]?.getBoundingClientRect()
    if (picture) row.current?.scrollBy({ left: picture.left - left })
  }

  function turnByKey(event: KeyboardEvent) {
    const forward = language === 'he' ? 'ArrowLeft' : 'ArrowRight'
    const backward = language === 'he' ? 'ArrowRight' : 'ArrowLeft'
    if (event.key !== forward && event.key !== backward) return
    event.preventDefault()
    turnBy(event.key === forward ? 1 : -1)
  }

  /** In Hebrew `scrollLeft` is negative. */
  function noteTurn() {
    if (!row.current) return
    settleSoon()
    const { scrollLeft, scrollWidth, clientWidth, firstElementChild } = row.current
    const scrolled = Math.abs(scrollLeft)
    setAt(Math.min(last, Math.round(scrolled / (firstElementChild?.clientWidth || 1))))
    setAtEnd(scrolled + clientWidth >= scrollWidth - 1)
  }

  return (
    <section className={classes.gallery} aria-label={t('gallery.label')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled has to be reached by the keyboard */}
      <ul ref={row} className={classes.pictures} tabIndex={0} onScroll={noteTurn} onKeyDown={turnByKey}>
        {pictures.map(({ address, of }, index) => (
          <li key={address}>
            <StoredPicture
              address={address}
              alt={t('gallery.picture', { name: of })}
              sizes={last > 0 ? TWO_AT_A_TIME : ONE_AT_A_TIME}
              isFirst={index === 0}
            />
          </li>
        ))}
      </ul>
      {last > 0 && (
        <div className={classes.turn}>
          <button
            type="button"
            aria-label={t('gallery.before')}
            disabled={at === 0}
            onClick={() => turnBy(-1)}
          >
            <Icon name="back" />
          </button>
          <bdi dir="ltr">{t('gallery.at', { at: at + 1, count: pictures.length })}</bdi>
          <button type="button" aria-label={t('gallery.after')} disabled={isAtEnd} onClick={() => turnBy(1)}>
            <Icon name="forward" />
          </button>
        </div>
      )}
    </section>
  )
}
