import { inLanguage } from '@keyhour/contract/place-names'
import type { Language } from '@keyhour/contract/primitives'
import i18next from 'i18next'

/** A place as it is called in the language of the screen. */
export const localPlace = <P extends object>(place: P): P => inLanguage(i18next.language as Language, place)
