import { isolated } from '@keyhour/contract/direction'
import type { Language } from '@keyhour/contract/primitives'

type Catalogue = { readonly [key: string]: string | Catalogue }
type Values = Record<string, string | number>

/** All forms of a plural are asked for by one key: `free_one` and `free_other` are `free`. */
type Counted<Key extends string> = Key extends `${infer Base}_${'one' | 'two' | 'other'}` ? Base : Key

/** `type.office` and the like. */
type KeyOf<C> = {
  [K in keyof C & string]: C[K] extends string ? Counted<K> : `${K}.${KeyOf<C[K]>}`
}[keyof C & string]

export type Texts<C> = (key: KeyOf<C>, values?: Values) => string

/** Texts for pages that go without i18next: as many languages side by side as the server has visitors. */
export function createTexts<C extends Catalogue>(catalogue: C, language: Language): Texts<C> {
  const plural = new Intl.PluralRules(language)
  return (key, values = {}) => {
    const found =
      typeof values.count === 'number'
        ? lookUp(catalogue, `${key}_${plural.select(values.count)}`)
        : undefined
    const text = found ?? lookUp(catalogue, key) ?? lookUp(catalogue, `${key}_other`) ?? key
    return text.replace(/\{\{(\w+)\}\}/g, (hole, name: string) => {
      const value = values[name]
      return value === undefined ? hole : isolated(String(value), language)
    })
  }
}

function lookUp(catalogue: Catalogue, key: string): string | undefined {
  let found: string | Catalogue | undefined = catalogue
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : undefined
}
