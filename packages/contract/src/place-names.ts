import type { Language } from './primitives.ts'

/** Each has a sister that ends in `_he`. */
const NAMES = ['name', 'address', 'office_name', 'space', 'office', 'sub_office'] as const

/**
 * A place as it is called for somebody who reads this language: in Hebrew by the Hebrew name and address where there are
 * any, else by those that every place has. Screens, mails, calendar files and pages that tell of a place ask here; only
 * the lists of administrators that are sorted and filtered by `name` (offices, all orders, doors, hubs) and the choices
 * of their forms keep it. What comes out is for reading: a form that sends it back would overwrite one language with the
 * other.
 */
export function inLanguage<P extends object>(language: Language, place: P): P {
  if (language !== 'he') return place
  const given = place as Record<string, unknown>
  const hebrew = NAMES.filter((name) => given[`${name}_he`]).map((name) => [name, given[`${name}_he`]])
  return { ...place, ...Object.fromEntries(hebrew) }
}

/** An office with all that is in it. */
export const officeInLanguage = <O extends { sub_offices: object[] }>(language: Language, office: O): O => ({
  ...inLanguage(language, office),
  sub_offices: office.sub_offices.map((part) => inLanguage(language, part)),
})

export const foundInLanguage = <F extends { spaces: object[]; offices: object[] }>(
  language: Language,
  found: F,
): F => ({
  ...found,
  spaces: found.spaces.map((space) => inLanguage(language, space)),
  offices: found.offices.map((office) => inLanguage(language, office)),
})
