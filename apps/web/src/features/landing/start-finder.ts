import { daysAfter } from '@keyhour/contract/office-clock'
import { theirClock } from '#web/clock.ts'

const DAYS_OFFERED = 56

/** Offers the days ahead in the language of the page, and leaves empty fields out of the address of the search. */
export function startFinder(form: HTMLFormElement): void {
  offerDays(form.querySelector<HTMLInputElement>('[type="date"]')!, theirClock().date)
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
  })
}

/** The browser's own picker follows the language of the browser. The search has a whole calendar. */
function offerDays(input: HTMLInputElement, today: string): void {
  const language = document.documentElement.lang || 'en'
  const written = (date: string, form: Intl.DateTimeFormatOptions) =>
    new Date(`${date}T00:00Z`).toLocaleDateString(language, { ...form, timeZone: 'UTC' })
  const near = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const select = document.createElement('select')
  select.name = input.name
  const any = input.form?.querySelector('select option[value=""]')?.textContent ?? ''
  select.append(new Option(any, ''))

  const months = new Map<string, HTMLOptGroupElement>()
  for (let ahead = 0; ahead < DAYS_OFFERED; ahead += 1) {
    const date = daysAfter(today, ahead)
    const day = written(date, { weekday: 'short', day: 'numeric', month: 'short' })
    const words = ahead < 2 ? `${near.format(ahead, 'day')} · ${day}` : day
    const group = months.get(date.slice(0, 7)) ?? document.createElement('optgroup')
    group.label = written(date, { month: 'long', year: 'numeric' })
    group.append(new Option(words.charAt(0).toLocaleUpperCase(language) + words.slice(1), date))
    months.set(date.slice(0, 7), group)
  }
  select.append(...months.values())
  // Chosen before the script had loaded.
  if (select.querySelector(`[value="${CSS.escape(input.value)}"]`)) select.value = input.value
  input.replaceWith(select)
}
