import { cookiePolicy } from '#server/features/legal/cookie-policy.ts'
import type { LegalDocument } from '#server/features/legal/document.ts'
import { legalPage } from '#server/features/legal/pages.ts'
import { privacyPolicy } from '#server/features/legal/privacy-policy.ts'
import { terms } from '#server/features/legal/terms.ts'
import { serveFinishedPage } from '#server/http/finished-pages.ts'
import type { Routes } from '#server/http/routes.ts'

const PAGES: [path: string, document: LegalDocument][] = [
  ['/privacy', privacyPolicy],
  // A page below /api, because the specification puts it there.
  ['/api/privacy-policy', privacyPolicy],
  ['/terms', terms],
  ['/cookies', cookiePolicy],
]

export const legalRoutes: Routes = async (app, { config }) => {
  for (const [url, document] of PAGES)
    serveFinishedPage(app, url, (language, scheme) => legalPage(document, { language, scheme, config }))
}
