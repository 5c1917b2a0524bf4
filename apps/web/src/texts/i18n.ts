import { isolated, withoutDirectionSigns } from '@keyhour/contract/direction'
import type { Language } from '@keyhour/contract/primitives'
import i18next, { type BackendModule, type i18n } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { showTimesIn } from '#web/format/time.ts'
import { keepCookie, setDocumentLanguage } from '#web/texts/language.ts'

type Catalogue = Record<string, unknown>
/** The public pages carry their own. */
const catalogues = import.meta.glob<Catalogue>(
  ['./{en,he}/*.json', '!./*/{frame,landing,manifest,space-page,spaces}.json'],
  {
    import: 'default',
  },
)

/** Loads one namespace of one language when a screen first asks for it. */
const lazyCatalogues: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = catalogues[`./${language}/${namespace}.json`]
    if (!load) return done(null, {})
    load().then(
      (catalogue) => done(null, catalogue),
      (error: Error) => done(error, false),
    )
  },
}

export async function startTexts(language: Language): Promise<void> {
  i18next.on('languageChanged', (changed) => {
    setDocumentLanguage(changed as Language)
    showTimesIn(changed as Language)
  })
  await i18next
    .use(lazyCatalogues)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: ['en', 'he'],
      fallbackLng: false,
      ns: ['ui', 'app', 'server'],
      defaultNS: 'ui',
      // React escapes markup; here a value keeps its direction to itself.
      interpolation: {
        escapeValue: true,
        escape: (value: string) => isolated(value, i18next.language as Language),
      },
      returnNull: false,
    })
}

export async function changeLanguage(language: Language): Promise<void> {
  keepCookie('language', language)
  await i18next.changeLanguage(language)
}

/** For what is not in a catalogue of i18next. Renders again when the language changes. */
export const usePageLanguage = (): Language => useTranslation().i18n.language as Language

let hebrew: i18n | undefined

/** For screens that are in Hebrew whatever the language of the rest. */
export function hebrewTexts(): i18n {
  hebrew ??= i18next.cloneInstance({ lng: 'he' })
  return hebrew
}

const FIGURES = /\d+(?:[-.,:]\d+)*/g

/**
 * A sentence that came from the server or the contract, in the person's language.
 * The Hebrew catalogue is keyed by the English sentence itself; a `#` there stands for whatever figures are in it.
 */
export function serverText(sentence: string): string {
  const catalogue: Catalogue = i18next.getResourceBundle(i18next.language, 'server') ?? {}
  const translated = catalogue[sentence] ?? catalogue[sentence.replace(FIGURES, '#')]
  if (typeof translated !== 'string') return withoutDirectionSigns(sentence)
  const figures = sentence.match(FIGURES) ?? []
  return translated.replace(/#/g, () => figures.shift() ?? '#')
}
