import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { LandingScreen } from '#web/features/landing/landing-screen.tsx'
import en from '#web/texts/en/landing.json'
import he from '#web/texts/he/landing.json'

export type LandingPage = { head: string; page: string }
export type RenderLanding = (language: 'en' | 'he') => Promise<LandingPage>

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The landing page as finished HTML: it needs no script to be read. */
export const renderLanding: RenderLanding = async (language) => {
  const texts = createInstance()
  await texts.use(initReactI18next).init({
    lng: language,
    ns: ['landing'],
    resources: { en: { landing: en }, he: { landing: he } },
    interpolation: { escapeValue: false },
  })
  const t = texts.getFixedT(language, 'landing')
  return {
    head: `<title>${escaped(t('title'))}</title>\n    <meta name="description" content="${escaped(t('description'))}" />`,
    page: renderToStaticMarkup(
      <I18nextProvider i18n={texts}>
        <LandingScreen />
      </I18nextProvider>,
    ),
  }
}
