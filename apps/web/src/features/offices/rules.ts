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
