import { Language } from '@keyhour/contract/primitives'
import { z } from 'zod'
import { policyPage } from '#server/features/privacy/pages.ts'
import { guarded } from '#server/http/guards.ts'
import { languageOf, schemeOf } from '#server/http/preferences.ts'
import type { Routes } from '#server/http/routes.ts'

/** A page among the calls, because the specification puts it there. */
export const privacyRoutes: Routes = async (app, { config }) => {
  app.route({
    method: 'GET',
    url: '/api/privacy-policy',
    ...guarded('anybody'),
    schema: { querystring: z.object({ language: Language.optional().catch(undefined) }) },
    handler: (request, reply) => {
      const language = request.query.language ?? languageOf(request)
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('vary', 'cookie, accept-language')
        .send(policyPage({ language, scheme: schemeOf(request), contactEmail: config.contactEmail }))
    },
  })
}
