import classes from '#web/features/spaces/search.module.css'
import { useTexts } from '#web/features/spaces/texts.ts'
import emptySearch from '#web/pictures/empty-search.svg'

/** For an office that does not exist or is hidden. */
export function MissingScreen() {
  const t = useTexts()
  return (
    <main id="main" className={classes.nothing}>
      <img src={emptySearch} alt="" width={160} height={120} />
      <h1>{t('missing.heading')}</h1>
      <p>{t('missing.text')}</p>
      <a className="button button-main" href="/spaces">
        {t('missing.toSearch')}
      </a>
    </main>
  )
}
