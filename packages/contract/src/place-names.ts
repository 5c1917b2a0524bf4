import type { Language } from './primitives.ts'

/** Each has a counterpart that ends in `_he`. */
const NAMES = ['name', 'address', 'office_name', 'space', 'office', 'sub_office'] as const

/**
 * Names and address in the reader's language: Hebrew where there is any, else those that every office has. Screens,
 * mails, calendar files and public pages use this; only the admin lists sorted and filtered by `name` (offices, all
 * orders, doors, hubs) and the selects of their forms do not. Never put the result into a form: saving it would
 * overwrite one language with the other.
 */
export function inLanguage<P extends object>(language: Language, place: P): P {
  if (language !== 'he') return place
  const given = place as Record<string, unknown>
  const hebrew = NAMES.filter((name) => given[`${name}_he`]).map((name) => [name, given[`${name}_he`]])
  return { ...place, ...Object.fromEntries(hebrew) }
}

/** Includes its sub-offices. */
export const officeInLanguage = <O extends { sub_offices: object[] }>(language: Language, office: O): O => ({
  ...inLanguage(language, office),
  sub_offices: office.sub_offices.map((part) => inLanguage(language, part)),
})

type Found = { spaces: object[]; offices: object[]; ways_out?: { nearby: object[] } | undefined }

export const foundInLanguage = <F extends Found>(language: Language, found: F): F => ({
  ...found,
  spaces: found.spaces.map((space) => inLanguage(language, space)),
  offices: found.offices.map((office) => inLanguage(language, office)),
  ...(found.ways_out && {
    ways_out: {
      ...found.ways_out,
      nearby: found.ways_out.nearby.map((space) => inLanguage(language, space)),
    },
  }),
})
