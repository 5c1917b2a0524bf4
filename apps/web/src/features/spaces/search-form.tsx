import {
  AMENITIES,
  asksForTime,
  completeTime,
  HALF_HOURS,
  moveStart,
  readWish,
  TYPES,
  type Wish,
  type WishedTime,
} from '@keyhour/contract/space-wish'
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { Icon } from '#web/features/spaces/icon.tsx'
import { usePage } from '#web/features/spaces/page-context.ts'
import { canBeAskedFor, latestDay, partsOf, searchAddress, without } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/search.module.css'
import { useTexts } from '#web/features/spaces/texts.ts'
import { theirClock } from '#web/features/spaces/their-clock.ts'
import type { Search } from '#web/features/spaces/use-search.ts'
import { useTheirToday } from '#web/features/spaces/use-today.ts'
import { formatCount } from '#web/format/share.ts'
import { formatWallTime } from '#web/format/time.ts'
import { Picture } from '#web/ui/picture.tsx'
import { TYPE_PICTURES } from '#web/ui/type-pictures.ts'

/** What is looked for. Without scripts it is a plain form that asks for the page anew. */
export function SearchForm({ id, search }: { id: string; search: Search }) {
  const t = useTexts()
  const { wish, change, language } = search
  const [isOpen, setOpen] = useState(false)
  const moreId = useId()
  const form = useRef<HTMLFormElement>(null)
  const chosen = partsOf(wish).filter((part) => part !== 'type' && part !== 'place').length

  /** What somebody has changed while the script was still on its way counts as well. */
  const catchUp = useEffectEvent(() => {
    if (!form.current) return
    const now = theirClock()
    const typed = { ...formWish(form.current), page: wish.page }
    if (typed.date !== null && !canBeAskedFor(typed.date, now.date)) typed.date = wish.date
    if (searchAddress(typed) !== searchAddress(wish)) change({ ...typed, ...completeTime(typed, now) })
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
                value={wish.place}
                onChange={(event) => change({ place: event.currentTarget.value })}
              />
            </span>
          </label>
          <button
            type="button"
            className={classes.more}
            aria-expanded={isOpen}
            aria-controls={moreId}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="filters" />
            {chosen > 0 ? t('search.filtersChosen', { count: chosen }) : t('search.filters')}
          </button>
          <div className={classes.rest} id={moreId} data-open={isOpen || undefined}>
            <TimeFields wish={wish} change={change} />
            <NumberField
              name="people"
              label={t('field.people')}
              hint={t('field.any')}
              most={10_000}
              value={wish.people}
              onChange={(people) => change({ people })}
            />
            <NumberField
              name="max_price"
              label={t('field.max_price')}
              hint={t('field.any')}
              most={1_000_000}
              value={wish.max_price}
              onChange={(max_price) => change({ max_price })}
            />
            <AmenityChoice search={search} />
          </div>
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

function formWish(form: HTMLFormElement): Wish {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  return readWish(new URLSearchParams(fields).toString())
}

function TypeChoice({ search: { wish, change, found } }: { search: Search }) {
  const t = useTexts()
  const row = useRef<HTMLFieldSetElement>(null)
  const all = Object.values(found.counts.types).reduce((sum, count) => sum + count, 0)

  // On a narrow screen the row is longer than what can be seen of it.
  useEffect(() => {
    if (wish.type === null) return
    const chosen = row.current?.querySelector(':checked')?.parentElement?.getBoundingClientRect()
    const seen = row.current?.getBoundingClientRect()
    if (chosen && seen) row.current?.scrollBy(chosen.left + chosen.width / 2 - seen.left - seen.width / 2, 0)
  }, [wish.type])

  return (
    <fieldset ref={row} className={classes.types}>
      <legend className="unseen">{t('field.type')}</legend>
      <TypeOption value="" count={all} isChosen={wish.type === null} onChoose={() => change({ type: null })}>
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
          isChosen={wish.type === type}
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

type Changing = { wish: Wish; change: Search['change'] }

function TimeFields({ wish, change }: Changing) {
  const t = useTexts()
  const day = useRef<HTMLInputElement>(null)
  const say = (time: WishedTime) => change(completeTime(time, theirClock()))
  const { date, start, end } = wish

  function clear() {
    change(without(wish, 'time'))
    // The button goes with the time.
    day.current?.focus()
  }

  return (
    <fieldset className={classes.time}>
      <legend className="unseen">{t('field.time')}</legend>
      <DateField
        ref={day}
        value={date}
        onChange={(date) => (date === null ? change(without(wish, 'time')) : say({ date, start, end }))}
      />
      <TimeSelect
        name="start"
        label={t('field.start')}
        value={start}
        onChange={(time) => say(moveStart({ date, start, end }, time))}
      />
      <TimeSelect
        name="end"
        label={t('field.end')}
        value={end}
        after={start}
        onChange={(time) => say({ date, start, end: time })}
      />
      {asksForTime(wish) && (
        <button type="button" className={classes.clear} onClick={clear}>
          <Icon name="close" size={16} />
          {t('field.anyTime')}
        </button>
      )}
    </fieldset>
  )
}

type DateFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  value: string | null
  onChange: (date: string | null) => void
}

function DateField({ ref, value, onChange }: DateFieldProps) {
  const t = useTexts()
  const today = useTheirToday(usePage().now)
  const field = useTyped(value ?? '')

  /** A date is typed digit by digit: for a while it is none, and the first years are long past. */
  function type({ value: date, validity }: HTMLInputElement) {
    const isMeant = date === '' ? !validity.badInput : canBeAskedFor(date, today)
    if (!isMeant) return field.keep(date, value ?? '')
    field.forget()
    onChange(date || null)
  }

  return (
    <Field
      ref={ref}
      label={t('field.date')}
      trouble={field.isTrouble && t('field.notDate')}
      type="date"
      name="date"
      min={today}
      max={latestDay(today)}
      value={field.text}
      onChange={(event) => type(event.currentTarget)}
      onBlur={field.leave}
    />
  )
}

/** What stands in a field: what is wished for, or what is typed and cannot be wished for, or not yet. */
function useTyped(wished: string) {
  const [typed, setTyped] = useState<{ text: string; over: string; isLeft: boolean } | null>(null)
  // Once something else is wished for, by whatever means, that is what stands there.
  const kept = typed?.over === wished ? typed : null
  return {
    text: kept?.text ?? wished,
    /** Nobody is told off while still typing. */
    isTrouble: kept?.isLeft === true,
    keep: (text: string, over: string) => setTyped({ text, over, isLeft: false }),
    leave: () => setTyped(kept && { ...kept, isLeft: true }),
    forget: () => setTyped(null),
  }
}

type FieldProps = ComponentProps<'input'> & { label: string; trouble: string | false }

function Field({ label, trouble, ...input }: FieldProps) {
  const troubleId = useId()
  const described = trouble ? { 'aria-invalid': true, 'aria-describedby': troubleId } : {}
  return (
    <div className={classes.field}>
      <label className={classes.field}>
        <span className={classes.label}>{label}</span>
        <input {...input} {...described} />
      </label>
      {trouble && (
        <p id={troubleId} role="alert" className={classes.trouble}>
          {trouble}
        </p>
      )}
    </div>
  )
}

type TimeSelectProps = {
  name: string
  label: string
  value: string | null
  /** What is not later than this is on the next day. */
  after?: string | null
  onChange: (time: string) => void
}

function TimeSelect({ name, label, value, after = null, onChange }: TimeSelectProps) {
  const t = useTexts()
  const [late, early] = [
    HALF_HOURS.filter((time) => after === null || time > after),
    HALF_HOURS.filter((time) => after !== null && time <= after),
  ]
  return (
    <label className={classes.field}>
      <span className={classes.label}>{label}</span>
      <select name={name} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="" disabled={value !== null}>
          {t('field.any')}
        </option>
        {late.map((time) => (
          <option key={time} value={time}>
            {formatWallTime(time)}
          </option>
        ))}
        {early.map((time) => (
          <option key={time} value={time}>
            {t('field.nextDay', { time: formatWallTime(time) })}
          </option>
        ))}
      </select>
    </label>
  )
}

type NumberFieldProps = {
  name: string
  label: string
  hint: string
  most: number
  value: number | null
  onChange: (value: number | null) => void
}

/** What is not a number from 1 counts as nothing said. */
function NumberField({ name, label, hint, most, value, onChange }: NumberFieldProps) {
  const t = useTexts()
  const field = useTyped(value === null ? '' : String(value))

  function type({ value: text, valueAsNumber }: HTMLInputElement) {
    const typed = Math.trunc(valueAsNumber)
    const isNumber = typed >= 1 && typed <= most
    if (isNumber || text === '') field.forget()
    else field.keep(text, '')
    onChange(isNumber ? typed : null)
  }

  return (
    <Field
      label={label}
      trouble={field.isTrouble && t('field.notNumber', { most: formatCount(most) })}
      type="number"
      name={name}
      min={1}
      max={most}
      inputMode="numeric"
      placeholder={hint}
      value={field.text}
      onChange={(event) => type(event.currentTarget)}
      onBlur={field.leave}
    />
  )
}

function AmenityChoice({ search: { wish, change, found } }: { search: Search }) {
  const t = useTexts()
  return (
    <fieldset className={classes.amenities}>
      <legend className={classes.label}>{t('field.amenities')}</legend>
      {AMENITIES.map((amenity) => {
        const isChosen = wish.amenities.includes(amenity)
        const amenities = AMENITIES.filter((one) =>
          one === amenity ? !isChosen : wish.amenities.includes(one),
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
