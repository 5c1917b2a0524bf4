import { HALF_HOURS } from '@keyhour/contract/space-filter'
import type { WithTexts } from '#web/features/landing/texts.ts'
import { formatWallTime } from '#web/format/time.ts'

const MOST_PEOPLE = 10_000

/** A plain form that opens the search; `start-finder.ts` adds what needs a script. */
export const Finder = ({ t }: WithTexts) => (
  <form className="finder" action="/spaces" aria-label={t('finder.title')} data-finder>
    <label className="finder-place">
      <span>{t('finder.place')}</span>
      <input name="place" type="search" maxLength={200} placeholder={t('finder.placeHint')} />
    </label>
    <label>
      <span>{t('finder.date')}</span>
      <input name="date" type="date" />
    </label>
    <label>
      <span>{t('finder.start')}</span>
      <select name="start">
        <option value="">{t('finder.any')}</option>
        {HALF_HOURS.map((time) => (
          <option key={time} value={time}>
            {formatWallTime(time)}
          </option>
        ))}
      </select>
    </label>
    <label>
      <span>{t('finder.people')}</span>
      <input
        name="people"
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST_PEOPLE}
        placeholder={t('finder.any')}
      />
    </label>
    <button type="submit" className="button button-main button-large">
      {t('finder.find')}
    </button>
  </form>
)
