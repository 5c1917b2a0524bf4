import { ANYTHING, asksForTime, SORTS, SPACES_A_PAGE, type SpaceFilter } from '@keyhour/contract/space-filter'
import { type MouseEvent, useRef, useState } from 'react'
import { RetryNote } from '#web/features/spaces/retry-note.tsx'
import { type FilterPart, partsOf, searchAddress, withoutPart } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/search.module.css'
import { SpaceCard } from '#web/features/spaces/space-card.tsx'
import { useTexts } from '#web/features/spaces/texts.ts'
import type { Search } from '#web/features/spaces/use-search.ts'
import { formatDate, formatWallRange } from '#web/format/time.ts'
import emptySearch from '#web/pictures/empty-search.svg'
import { Icon } from '#web/ui/icon.tsx'

type Props = {
  search: Search
  formId: string
  pointedAt: number | null
  onPoint: (officeId: number | null) => void
}

export function Results({ search, formId, pointedAt, onPoint }: Props) {
  const t = useTexts()
  const { filter, found, answered, isStale, hasFailed, retry, language } = search
  const status = useRef<HTMLParagraphElement>(null)
  /** Keeps the focus when the focused element disappears. */
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
        {found.similar && <p className={classes.note}>{t('search.similar', { place: answered.place })}</p>}
        {asksForTime(answered) && <p className={classes.clock}>{t('search.clock')}</p>}
      </div>
      {hasFailed && <RetryNote words={t('search.failed')} onRetry={tryAgain} />}
      <div className={classes.answer} data-stale={isStale || hasFailed || undefined} aria-busy={isStale}>
        {found.total === 0 ? (
          <Nothing search={search} onGo={goToStatus} />
        ) : (
          <ul className={classes.cards}>
            {found.spaces.map((space, at) => (
              <SpaceCard
                key={`${space.office_id} ${space.sub_office_id}`}
                space={space}
                time={filter}
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

function Total({ search: { found, answered } }: Pick<Props, 'search'>) {
  const t = useTexts()
  const words = t(asksForTime(answered) ? 'search.free' : 'search.total', { count: found.total })
  const { page } = answered
  return page === 1 ? words : t('search.onPage', { words, page, last: lastPageOf(found) })
}

const lastPageOf = ({ total }: Search['found']): number => Math.max(1, Math.ceil(total / SPACES_A_PAGE))

/** Asks for the position only when sorting by distance. */
function SortChoice({ search, formId }: Pick<Props, 'search' | 'formId'>) {
  const t = useTexts()
  const { filter, change, position, setPosition } = search
  const [problem, setProblem] = useState<'refused' | 'unknown' | null>(null)

  function sortBy(sort: SpaceFilter['sort']) {
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
          value={filter.sort}
          onChange={(event) => sortBy(event.currentTarget.value as SpaceFilter['sort'])}
        >
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`sort.${sort}`)}
            </option>
          ))}
        </select>
      </label>
      {(problem || (filter.sort === 'distance' && !position)) && (
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

type NavigateProps = { search: Search; onGo: () => void }

/** Offers to remove parts of the filter. */
function Nothing({ search: { filter, change, language }, onGo }: NavigateProps) {
  const t = useTexts()
  const removePart = (event: MouseEvent, part: Partial<SpaceFilter>) =>
    follow(event, () => {
      onGo()
      change(part)
    })
  const describe = useDescription(filter)
  const parts = partsOf(filter)
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
              href={searchAddress({ ...filter, page: 1, ...withoutPart(filter, part) }, language)}
              onClick={(event) => removePart(event, withoutPart(filter, part))}
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
          onClick={(event) => removePart(event, ANYTHING)}
        >
          {t('search.startOver')}
        </a>
      )}
    </div>
  )
}

function useDescription(filter: SpaceFilter): (part: FilterPart) => string {
  const t = useTexts()
  return (part) => {
    switch (part) {
      case 'type':
        return filter.type ? t(`type.${filter.type}`) : ''
      case 'place':
        return filter.place
      case 'time':
        return asksForTime(filter)
          ? `${formatDate(filter.date)}, ${formatWallRange(filter.start, filter.end)}`
          : ''
      case 'people':
        return t('search.forPeople', { count: filter.people ?? 0 })
      case 'max_price':
        return t('search.upTo', { price: filter.max_price ?? 0 })
      default:
        return t(`amenity.${part}`)
    }
  }
}

/** Follows a link here, unless it should open elsewhere. */
function follow(event: MouseEvent, act: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  act()
}

function Pages({ search: { filter, change, found, language }, onGo }: NavigateProps) {
  const t = useTexts()
  const last = lastPageOf(found)
  if (last === 1 && filter.page === 1) return null

  const linkTo = (page: number, rel: 'prev' | 'next') => (
    <a
      className="button"
      rel={rel}
      href={searchAddress({ ...filter, page }, language)}
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
      {filter.page > 1 ? linkTo(Math.min(filter.page - 1, last), 'prev') : <span />}
      <span>{t('pages.at', { page: filter.page, last })}</span>
      {filter.page < last ? linkTo(filter.page + 1, 'next') : <span />}
    </nav>
  )
}
