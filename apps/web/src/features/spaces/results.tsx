import { asksForTime, SORTS, SPACES_A_PAGE, type SpaceFilter } from '@keyhour/contract/space-filter'
import { useRef, useState } from 'react'
import { NothingFound } from '#web/features/spaces/nothing-found.tsx'
import { RetryNote } from '#web/features/spaces/retry-note.tsx'
import { searchAddress } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/search.module.css'
import { SpaceCard } from '#web/features/spaces/space-card.tsx'
import { useTexts } from '#web/features/spaces/texts.ts'
import type { Search } from '#web/features/spaces/use-search.ts'
import { follow } from '#web/ui/follow.ts'

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
        {found.total > 0 && <Order search={search} />}
        {found.similar && <p className={classes.note}>{t('search.similar', { place: answered.place })}</p>}
        <p className={classes.clock}>
          <span>{t('search.withTax')}</span> {asksForTime(answered) && <span>{t('search.clock')}</span>}
        </p>
      </div>
      {hasFailed && <RetryNote words={t('search.failed')} onRetry={tryAgain} />}
      <div className={classes.answer} data-stale={isStale || hasFailed || undefined} aria-busy={isStale}>
        {found.total === 0 ? (
          <NothingFound search={search} onGo={goToStatus} />
        ) : (
          <ul className={classes.cards}>
            {found.spaces.map((space, at) => (
              <SpaceCard
                key={`${space.office_id} ${space.sub_office_id}`}
                space={space}
                sought={filter}
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

type PagesProps = { search: Search; onGo: () => void }

function Pages({ search: { filter, change, found, language }, onGo }: PagesProps) {
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

type Problem = 'refused' | 'unknown'

/** The position is asked for only when the visitor wants what is near. */
function useLocating({ setPosition }: Search) {
  const [problem, setProblem] = useState<Problem | null>(null)

  function locate(onFound: () => void = () => {}) {
    setProblem(null)
    if (!('geolocation' in navigator)) return setProblem('unknown')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setPosition({ lat: coords.latitude, lon: coords.longitude })
        onFound()
      },
      ({ code, PERMISSION_DENIED }) => setProblem(code === PERMISSION_DENIED ? 'refused' : 'unknown'),
      { timeout: 15_000, maximumAge: 300_000 },
    )
  }

  return { problem, locate, forget: () => setProblem(null) }
}

function SortChoice({ search, formId }: { search: Search; formId: string }) {
  const t = useTexts()
  const { filter, change, position } = search
  const { problem, locate, forget } = useLocating(search)

  function sortBy(sort: SpaceFilter['sort']) {
    forget()
    if (sort !== 'distance' || position) change({ sort })
    else locate(() => change({ sort }))
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

/** Says which order this is, where it depends on more than the choice. */
function Order({ search }: { search: Search }) {
  const t = useTexts()
  const { found, answered, position } = search
  const { problem, locate } = useLocating(search)
  if (answered.sort !== 'best') return null
  const of = found.near?.of ?? 'name'
  const isNow = !asksForTime(answered)
  return (
    <p className={classes.clock}>
      {isNow
        ? t(`search.order.${NOW[of]}`, { place: answered.place })
        : t(`search.order.${of}`, { place: answered.place })}{' '}
      {!position && problem === null && (
        <button type="button" className={classes.inline} onClick={() => locate()}>
          {t('search.position.give')}
        </button>
      )}
      {problem && <span role="status">{t(`search.position.${problem}`)}</span>}
    </p>
  )
}

const NOW = { visitor: 'nowVisitor', place: 'nowPlace', zone: 'nowZone', name: 'nowName' } as const
