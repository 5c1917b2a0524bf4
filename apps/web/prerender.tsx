import {
  FINISHED_PAGES,
  type FinishedPath,
  fillHoles,
  finishedFile,
  hole,
  type InstallationFacts,
  PRIVACY_IN_API,
} from '@keyhour/contract/finished-pages'
import { Language } from '@keyhour/contract/primitives'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SocialLinks, StoreLinks, socialAddresses } from '#web/app/frame/elsewhere.tsx'
import { Footer } from '#web/app/frame/footer.tsx'
import { addressOf, writeHead } from '#web/app/frame/head.ts'
import { PublicNavbar } from '#web/app/frame/public-navbar.tsx'
import { BusinessesScreen } from '#web/features/landing/businesses-screen.tsx'
import { ContactScreen } from '#web/features/landing/contact-screen.tsx'
import { faqData } from '#web/features/landing/faq.tsx'
import { LandingScreen } from '#web/features/landing/landing-screen.tsx'
import { SpaceOwnersScreen } from '#web/features/landing/space-owners-screen.tsx'
import { landingTexts } from '#web/features/landing/texts.ts'
import { cookiePolicy } from '#web/features/legal/cookie-policy.ts'
import type { LegalDocument } from '#web/features/legal/document.ts'
import { LegalScreen } from '#web/features/legal/legal-screen.tsx'
import { privacyPolicy } from '#web/features/legal/privacy-policy.ts'
import { terms } from '#web/features/legal/terms.ts'
import { showTimesIn } from '#web/format/time.ts'

const PATHS = Object.keys(FINISHED_PAGES) as FinishedPath[]

export type FinishedPageOf = { language: Language; fileName: string; head: string; page: string }
export type RenderFinishedPages = () => FinishedPageOf[]
export type RenderDevelopmentPage = (address: URL, cookie?: string) => FinishedPageOf | undefined

export const renderFinishedPages: RenderFinishedPages = () =>
  PATHS.flatMap((path) => Language.options.map((language) => renderPage(path, language)))

/** Placeholders: only the server knows the facts of its installation. */
export const factsInDevelopment = (origin: string): InstallationFacts => ({
  APP_STORE_URL: '',
  PLAY_STORE_URL: '',
  NOT_IN_A_STORE: 'yes',
  ORIGIN: origin,
  SOCIAL_HANDLE: 'keyhour',
  CONTACT_EMAIL: 'hello@keyhour.test',
})

export const renderDevelopmentPage: RenderDevelopmentPage = (
  { origin, pathname, searchParams },
  cookie = '',
) => {
  const path = pathname === PRIVACY_IN_API ? '/privacy' : PATHS.find((known) => known === pathname)
  if (!path) return undefined
  const asked = searchParams.get('language') ?? /language=(\w+)/.exec(cookie)?.[1]
  const { head, page, ...rest } = renderPage(path, asked === 'he' ? 'he' : 'en')
  const facts = factsInDevelopment(origin)
  return { ...rest, head: fillHoles(head, facts), page: fillHoles(page, facts) }
}

type Content = { title: string; description: string; data?: object[]; screen: ReactNode }

export function renderPage(path: FinishedPath, language: Language): FinishedPageOf {
  const { screen, ...about } = contentOf(path, language)
  showTimesIn(language)
  return {
    language,
    fileName: finishedFile(FINISHED_PAGES[path], language),
    head: writeHead({ language, path, ...about }),
    page: renderToStaticMarkup(
      <>
        <PublicNavbar language={language} />
        {screen}
        <Footer language={language} />
      </>,
    ),
  }
}

function contentOf(path: FinishedPath, language: Language): Content {
  const t = landingTexts(language)
  switch (FINISHED_PAGES[path]) {
    case 'landing':
      return {
        title: t('title'),
        description: t('description'),
        data: [organisation(), website(language), faqData(t)],
        screen: (
          <LandingScreen
            t={t}
            stores={<StoreLinks language={language} />}
            social={<SocialLinks language={language} />}
          />
        ),
      }
    case 'businesses':
      return {
        title: t('businesses.pageTitle'),
        description: t('businesses.description'),
        screen: <BusinessesScreen t={t} language={language} />,
      }
    case 'space-owners':
      return {
        title: t('owners.pageTitle'),
        description: t('owners.description'),
        screen: <SpaceOwnersScreen t={t} language={language} />,
      }
    case 'contact':
      return {
        title: t('contact.pageTitle'),
        description: t('contact.description'),
        data: [organisation()],
        screen: <ContactScreen t={t} language={language} />,
      }
    case 'privacy':
      return legalContent(privacyPolicy, language)
    case 'terms':
      return legalContent(terms, language)
    case 'cookies':
      return legalContent(cookiePolicy, language)
  }
}

function legalContent(document: LegalDocument, language: Language): Content {
  const { title, description } = document.texts[language]
  return {
    title: `${title} · Keyhour`,
    description,
    screen: <LegalScreen document={document} language={language} />,
  }
}

const organisation = (): object => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: 'Keyhour',
  url: `${hole('ORIGIN')}/`,
  logo: `${hole('ORIGIN')}/apple-touch-icon.png`,
  sameAs: socialAddresses,
})

const website = (language: Language): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name: 'Keyhour',
  url: addressOf('/', language),
  inLanguage: language,
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${hole('ORIGIN')}/spaces?place={place}` },
    'query-input': 'required name=place',
  },
})
