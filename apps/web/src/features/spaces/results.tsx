import emptySearch from 'virtual:picture/empty-search'
import { ANYTHING, asksForTime, SORTS, SPACES_A_PAGE, type Wish } from '@keyhour/contract/space-wish'
import type { MouseEvent } from 'react'
import { useRef, useState } from 'react'
import { Failure } from '#web/features/spaces/failure.tsx'
import { Icon } from '#web/features/spaces/icon.tsx'
import { type Part, partsOf, searchAddress, without } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/search.module.css'
import { SpaceCard } from '#web/features/spaces/space-card.tsx'
import { useTexts } from '#web/features/spaces/texts.ts'
import type { Search } from '#web/features/spaces/use-search.ts'
import { formatDate, formatWallRange } from '#web/format/time.ts'

type Props = {
  search: Search
  formId: string
  pointedAt: number | null
  onPoint: (officeId: number | null) => void
}

export function Results({ search, formId, pointedAt, onPoint }: Props) {
  const t = useTexts()
  const { wish, found, answered, isStale, hasFailed, retry, language } = search
  const status = useRef<HTMLParagraphElement>(null)
  /** Where the keyboard goes on when what it stood on is about to go. */
  const goToStatus = () => status.current?.focus({ preventScroll: true })

  function tryAgain() {
    goToStatus()
    retry()
  }

  return (
    <>
      <div className={classes.head}>
        <p ref={status} role="status" tabIndex={-1} className={classes.total}>
          <Total search={search} />
        </p>
        <SortChoice search={search} formId={formId} />
        {asksForTime(answered) && <p className={classes.clock}>{t('search.clock')}</p>}
      </div>
      {hasFailed && <Failure words={t('search.failed')} onRetry={tryAgain} />}
      <div className={classes.answer} data-stale={isStale || hasFailed || undefined} aria-busy={isStale}>
        {found.total === 0 ? (
          <Nothing search={search} onGo={goToStatus} />
        ) : (
          <ul className={classes.cards}>
            {found.spaces.map((space, at) => (
              <SpaceCard
                key={`${space.office_id} ${space.sub_office_id}`}
                space={space}
                time={wish}
                language={language}
                isFirst={at === 0}
                isPointedAt={space.office_id === pointedAt}
                onPoint={onPoint}
              />
            ))}
          </ul>
        )}
        <Pages search={search} onGo={goToStatus} />
      </div>
    </>
  )
}

/** How many, in the words of what was asked for when they were counted. */
function Total({ search: { found, answered } }: Pick<Props, 'search'>) {
  const t = useTexts()
  const words = t(asksForTime(answered) ? 'search.free' : 'search.total', { count: found.total })
  const { page } = answered
  return page === 1 ? words : t('search.onPage', { words, page, last: lastPageOf(found) })
}

const lastPageOf = ({ total }: Search['found']): number => Math.max(1, Math.ceil(total / SPACES_A_PAGE))

/** The position is asked for only by who wants to know what is near. */
function SortChoice({ search, formId }: Pick<Props, 'search' | 'formId'>) {
  const t = useTexts()
  const { wish, change, position, setPosition } = search
  const [problem, setProblem] = useState<'refused' | 'unknown' | null>(null)

  function sortBy(sort: Wish['sort']) {
    setProblem(null)
    if (sort !== 'distance' || position) return change({ sort })
    if (!('geolocation' in navigator)) return setProblem('unknown')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setPosition({ lat: coords.latitude, lon: coords.longitude })
        change({ sort })
      },
      ({ code, PERMISSION_DENIED }) => setProblem(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
      { timeout: 15_000, maximumAge: 300_000 },
    )
  }

  return (
    <>
      <label className={classes.sort}>
        <span>{t('search.sort')}</span>
        <select
          name="sort"
          form={formId}
          value={wish.sort}
          onChange={(event) => sortBy(event.currentTarget.value as Wish['sort'])}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`sort.${sort}`)}
            </option>
          ))}
        </select>
      </label>
      {(problem || (wish.sort === 'distance' && !position)) && (
        <p role="status" className={classes.note}>
          {t(`search.position.${problem ?? 'needed'}`)}{' '}
          {problem === null && (
            <button type="button" className={classes.inline} onClick={() => sortBy('distance')}>
              {t('search.position.give')}
            </button>
          )}
        </p>
      )}
    </>
  )
}

type Leaving = { search: Search; onGo: () => void }

/** Nothing fits: what could be let go of. */
function Nothing({ search: { wish, change, language }, onGo }: Leaving) {
  const t = useTexts()
  const letGo = (event: MouseEvent, part: Partial<Wish>) =>
    follow(event, () => {
      onGo()
      change(part)
    })
  const describe = useDescription(wish)
  const parts = partsOf(wish)
  return (
    <div className={classes.nothing}>
      <img src={emptySearch} alt="" width={160} height={120} />
      <h2>{t('search.nothing')}</h2>
      <p>{parts.length > 0 ? t('search.letGo') : t('search.nothingAtAll')}</p>
      <ul className={classes.parts}>
        {parts.map((part) => (
          <li key={part}>
            <a
              className={classes.part}
              href={searchAddress({ ...wish, page: 1, ...without(wish, part) }, language)}
              onClick={(event) => letGo(event, without(wish, part))}
            >
              <Icon name="close" size={16} />
              {describe(part)}
            </a>
          </li>
        ))}
      </ul>
      {parts.length > 1 && (
        <a
          className="button"
          href={searchAddress(ANYTHING, language)}
          onClick={(event) => letGo(event, ANYTHING)}
        >
          {t('search.startOver')}
        </a>
      )}
    </div>
  )
}

function useDescription(wish: Wish): (part: Part) => string {
  const t = useTexts()
  return (part) => {
    switch (part) {
      case 'type':
        return wish.type ? t(`type.${wish.type}`) : ''
      case 'place':
        return wish.place
      case 'time':
        return asksForTime(wish) ? `${formatDate(wish.date)}, ${formatWallRange(wish.start, wish.end)}` : ''
      case 'people':
        return t('search.forPeople', { count: wish.people ?? 0 })
      case 'max_price':
        return t('search.upTo', { price: wish.max_price ?? 0 })
      default:
        return t(`amenity.${part}`)
    }
  }
}

/** A link that is followed here, unless somebody wants it elsewhere. */
function follow(event: MouseEvent, act: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  act()
}

function Pages({ search: { wish, change, found, language }, onGo }: Leaving) {
  const t = useTexts()
  const last = lastPageOf(found)
  if (last === 1 && wish.page === 1) return null

  const linkTo = (page: number, rel: 'prev' | 'next') => (
    <a
      className="button"
      rel={rel}
      href={searchAddress({ ...wish, page }, language)}
      onClick={(event) =>
        follow(event, () => {
          onGo()
          change({ page })
          document.getElementById('main')?.scrollIntoView({ block: 'start' })
        })
      }
    >
      {t(`pages.${rel}`)}
    </a>
  )
  return (
    <nav className={classes.pages} aria-label={t('pages.label')}>
      {wish.page > 1 ? linkTo(Math.min(wish.page - 1, last), 'prev') : <span />}
      <span>{t('pages.at', { page: wish.page, last })}</span>
      {wish.page < last ? linkTo(wish.page + 1, 'next') : <span />}
    </nav>
  )
}
