import type { MyOffice, Office } from '@keyhour/contract/offices'
import { officeInLanguage } from '@keyhour/contract/place-names'
import type { Language } from '@keyhour/contract/primitives'

export type ChosenOffice = { officeId: number; subOfficeId: number | undefined }

const positive = (text: string | null): number | undefined => {
  const number = Number(text)
  return text !== null && Number.isInteger(number) && number > 0 ? number : undefined
}

/** For example `?office=3&sub_office=17`. */
export function readChosen(search: URLSearchParams): ChosenOffice | null {
  const officeId = positive(search.get('office'))
  return officeId === undefined ? null : { officeId, subOfficeId: positive(search.get('sub_office')) }
}

export function writeChosen({ officeId, subOfficeId }: ChosenOffice): string {
  return subOfficeId === undefined ? `?office=${officeId}` : `?office=${officeId}&sub_office=${subOfficeId}`
}

export type OfficeOption = { value: string; label: string; subOffice: string | null; searched: string }

const namesOf = ({ name, name_he }: { name: string; name_he?: string | null | undefined }): string =>
  name_he ? `${name} ${name_he}` : name

/** Each office, then its sub-offices; the value is the query string that chooses it. */
export function officeOptions(
  offices: readonly MyOffice[],
  language: Language,
): { group: string; items: OfficeOption[] }[] {
  return offices.map((one) => {
    const office = officeInLanguage(language, one)
    return {
      group: office.name,
      items: [
        {
          value: writeChosen({ officeId: office.id, subOfficeId: undefined }),
          label: office.name,
          subOffice: null,
          searched: namesOf(one),
        },
        ...office.sub_offices.map(({ id, name }, at) => ({
          value: writeChosen({ officeId: office.id, subOfficeId: id }),
          label: `${office.name} · ${name}`,
          subOffice: name,
          searched: `${namesOf(one)} ${namesOf(one.sub_offices[at]!)}`,
        })),
      ],
    }
  })
}

export const isOnOffer = ({ deleted_at, hidden, hide_from_all_view }: Office): boolean =>
  deleted_at === null && !hidden && !hide_from_all_view

type Shut = 'coming_soon' | 'temporarily_closed'

export const whyShut = ({ coming_soon, temporarily_closed }: Office): Shut | null =>
  coming_soon ? 'coming_soon' : temporarily_closed ? 'temporarily_closed' : null

/** Those with something free now first, those that cannot be booked last, else as they were. */
export const inBookingOrder = (offices: readonly Office[], freeNow: readonly number[]): Office[] =>
  offices.toSorted((a, b) => bookingRank(a, freeNow) - bookingRank(b, freeNow))

function bookingRank(office: Office, freeNow: readonly number[]): number {
  if (whyShut(office)) return 2
  return freeNow.includes(office.id) ? 0 : 1
}
