import { AMENITIES, completeTime, readFilter, type SpaceFilter, TYPES } from '@keyhour/contract/space-filter'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { theirClock } from '#web/clock.ts'
import { canBeSearched, partsOf, searchAddress } from '#web/features/spaces/rules.ts'
import { CurrencySelect, NumberField, TimeFields } from '#web/features/spaces/search-fields.tsx'
import classes from '#web/features/spaces/search-form.module.css'
import { useTexts } from '#web/features/spaces/texts.ts'
import type { Search } from '#web/features/spaces/use-search.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { TYPE_PICTURES } from '#web/ui/type-pictures.ts'

/** Without scripts it is a plain form. */
export function SearchForm({ id, search }: { id: string; search: Search }) {
  const t = useTexts()
  const { filter, change, language } = search
  const form = useRef<HTMLFormElement>(null)

  /** What was changed before the script arrived counts too. */
  const catchUp = useEffectEvent(() => {
    if (!form.current) return
    const now = theirClock()
    const typed = { ...formFilter(form.current), page: filter.page }
    if (typed.date !== null && !canBeSearched(typed.date, now.date)) typed.date = filter.date
    if (searchAddress(typed) !== searchAddress(filter)) change({ ...typed, ...completeTime(typed, now) })
  })
  useEffect(() => catchUp(), [])

  return (
    <search>
      <form
        ref={form}
        id={id}
        className={classes.form}
        action="/spaces"
        method="get"
        aria-label={t('search.form')}
        onSubmit={(event) => event.preventDefault()}
      >
        {language !== null && <input type="hidden" name="language" value={language} />}
        <TypeChoice search={search} />
        <div className={classes.fields}>
          <label className={classes.place}>
            <span className={classes.label}>{t('field.place')}</span>
            <span className={classes.boxed}>
              <Icon name="search" />
              <input
                type="search"
                name="place"
                maxLength={200}
                placeholder={t('field.placeHint')}
                value={filter.place}
                onChange={(event) => change({ place: event.currentTarget.value })}
              />
            </span>
          </label>
          <MoreFilters search={search} />
        </div>
        <noscript>
          <button type="submit" className="button button-main">
            {t('search.submit')}
          </button>
        </noscript>
      </form>
    </search>
  )
}

/** Folded on a narrow screen. */
function MoreFilters({ search }: { search: Search }) {
  const t = useTexts()
  const { filter, change } = search
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const count = partsOf(filter).filter((part) => part !== 'type' && part !== 'place').length
  return (
    <>
      <button
        type="button"
        className={classes.more}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="filters" />
        {count > 0 ? t('search.filtersChosen', { count }) : t('search.filters')}
      </button>
      <div className={classes.rest} id={id} data-open={isOpen || undefined}>
        <TimeFields filter={filter} change={change} />
        <NumberField
          name="people"
          label={t('field.people')}
          most={10_000}
          value={filter.people}
          onChange={(people) => change({ people })}
        />
        <div className={classes.price}>
          <NumberField
            name="max_price"
            label={t('field.max_price')}
            most={1_000_000}
            value={filter.max_price}
            onChange={(max_price) => change({ max_price })}
          />
          <CurrencySelect value={filter.currency} onChange={(currency) => change({ currency })} />
        </div>
        <AmenityChoice search={search} />
      </div>
    </>
  )
}

function formFilter(form: HTMLFormElement): SpaceFilter {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return readFilter(new URLSearchParams(fields).toString())
}

function TypeChoice({ search: { filter, change, found } }: { search: Search }) {
  const t = useTexts()
  const row = useRef<HTMLFieldSetElement>(null)
  const all = Object.values(found.counts.types).reduce((sum, count) => sum + count, 0)

  // On a narrow screen the row scrolls: bring the chosen type into view.
  useEffect(() => {
    if (filter.type === null) return
    const chosen = row.current?.querySelector(':checked')?.parentElement?.getBoundingClientRect()
    const seen = row.current?.getBoundingClientRect()
    if (chosen && seen) row.current?.scrollBy(chosen.left + chosen.width / 2 - seen.left - seen.width / 2, 0)
  }, [filter.type])

  return (
    <fieldset ref={row} className={classes.types}>
      <legend className="unseen">{t('field.type')}</legend>
      <TypeOption
        value=""
        count={all}
        isChosen={filter.type === null}
        onChoose={() => change({ type: null })}
      >
        <span className={classes.allTypes}>
          <Icon name="list" size={28} />
        </span>
        {t('field.anyType')}
      </TypeOption>
      {TYPES.map((type) => (
        <TypeOption
          key={type}
          value={type}
          count={found.counts.types[type]}
          isChosen={filter.type === type}
          onChoose={() => change({ type })}
        >
          <Picture of={TYPE_PICTURES[type].thumbnail} alt="" />
          {t(`type.${type}`)}
        </TypeOption>
      ))}
    </fieldset>
  )
}

type TypeOptionProps = {
  value: string
  count: number
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

const TypeOption = ({ value, count, isChosen, onChoose, children }: TypeOptionProps) => (
  <label className={classes.type}>
    <input type="radio" name="type" value={value} checked={isChosen} onChange={onChoose} />
    {children} <span className={classes.count}>{count}</span>
  </label>
)

function AmenityChoice({ search: { filter, change, found } }: { search: Search }) {
  const t = useTexts()
  return (
    <fieldset className={classes.amenities}>
      <legend className={classes.label}>{t('field.amenities')}</legend>
      {AMENITIES.map((amenity) => {
        const isChosen = filter.amenities.includes(amenity)
        const amenities = AMENITIES.filter((one) =>
          one === amenity ? !isChosen : filter.amenities.includes(one),
        )
        return (
          <label key={amenity} className={classes.amenity}>
            <input
              type="checkbox"
              name="amenities"
              value={amenity}
              checked={isChosen}
              onChange={() => change({ amenities })}
            />
            <Icon name={amenity} size={18} />
            {t(`amenity.${amenity}`)} <span className={classes.count}>{found.counts.amenities[amenity]}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
