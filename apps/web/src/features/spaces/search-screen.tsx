import type { PublicPage, SearchContent } from '@keyhour/contract/public-page'
import { useEffect, useId, useRef, useState } from 'react'
import { FoundMap } from '#web/features/spaces/found-map.tsx'
import { Results } from '#web/features/spaces/results.tsx'
import classes from '#web/features/spaces/search.module.css'
import { SearchForm } from '#web/features/spaces/search-form.tsx'
import { searchTitle, useTexts } from '#web/features/spaces/texts.ts'
import { useSearch } from '#web/features/spaces/use-search.ts'
import { Icon } from '#web/ui/icon.tsx'

export function SearchScreen({ page, content }: { page: PublicPage; content: SearchContent }) {
  const t = useTexts()
  const search = useSearch(page, content.found)
  const [view, setView] = useState<'list' | 'map'>('list')
  const [pointedAt, setPointedAt] = useState<number | null>(null)
  const formId = useId()
  const results = useRef<HTMLElement>(null)
  const title = searchTitle(t, search.filter)

  useEffect(() => {
    document.title = title
  }, [title])

  /** Scrolls to the first card of the office. */
  function show(officeId: number) {
    setPointedAt(officeId)
    const card = results.current?.querySelector(`[data-office="${officeId}"]`)
    if (view === 'list') card?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <main id="main" className={`wide ${classes.screen}`}>
      <h1 className={classes.title}>
        {search.filter.type ? t(`search.ofType.${search.filter.type}`) : t('search.heading')}
      </h1>
      <SearchForm id={formId} search={search} />
      <div className={classes.found} data-view={view}>
        <section ref={results} className={classes.results} aria-label={t('search.results')}>
          <Results search={search} formId={formId} pointedAt={pointedAt} onPoint={setPointedAt} />
        </section>
        <FoundMap
          found={search.found}
          sought={search.filter}
          position={search.position}
          isShown={view === 'map'}
          pointedAt={pointedAt}
          onPoint={setPointedAt}
          onChoose={show}
        />
      </div>
      {(search.found.total > 0 || view === 'map') && (
        <button
          type="button"
          className={classes.toggle}
          onClick={() => {
            setView(view === 'list' ? 'map' : 'list')
            results.current?.scrollIntoView({ block: 'start' })
          }}
        >
          <Icon name={view === 'list' ? 'map' : 'list'} />
          {view === 'list' ? t('search.showMap') : t('search.showList')}
        </button>
      )}
    </main>
  )
}
