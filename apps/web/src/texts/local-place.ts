import { isolated } from '@keyhour/contract/direction'
import { inLanguage } from '@keyhour/contract/place-names'
import type { Language } from '@keyhour/contract/primitives'
import i18next from 'i18next'

/** A place as it is called in the language of the screen. */
export const localPlace = <P extends object>(place: P): P => inLanguage(i18next.language as Language, place)

/** Within a sentence or a list, the name keeps its own direction. */
export const isolatedName = (name: string): string => isolated(name, i18next.language as Language)

/**
 * The space and its office, or an office that is rented whole. Each name keeps its own direction and their order that of
 * the screen, so do not put it into a `bdi`.
 */
export const spaceAndOffice = (space: string | null | undefined, office: string): string =>
  [space, office].flatMap((name) => (name ? isolatedName(name) : [])).join(' · ')
