import type { Language } from '@keyhour/contract/primitives'
import { getHealth, getReady } from '@keyhour/contract/status'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isForPage, pathOf } from '#server/http/addresses.ts'
import { escaped, writePage } from '#server/http/html.ts'
import { isLoopbackHost } from '#server/http/loopback.ts'
import { languageOf, schemeOf } from '#server/http/preferences.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Headers that proxies, tunnels and load balancers add. */
const FORWARDED =
  /^(forwarded|via|x-forwarded.*|x-real-ip|x-client-ip|x-cluster-client-ip|x-original-(host|url|for)|true-client-ip|cf-.*|fly-client-ip|x-azure-.*|x-amzn-trace-id|x-envoy-.*)$/

/** They reveal nothing, and a proxy whose health checks fail would not show the page that explains why. */
const FOR_EVERYBODY: string[] = [getHealth.path, getReady.path]

const WORDS: Record<Language, { title: string; paragraphs: string[] }> = {
  en: {
    title: 'This demo answers only on its own computer',
    paragraphs: [
      'Keyhour runs here with demo data. Everybody knows the passwords of its sign-ins, the admin’s too, and its mails can be read by everybody. Nobody has asked for a public demo, so it refuses requests that come through a proxy or under another name.',
      'To publish the demo on purpose, start it with DEMO=on.',
      'For real use, start it with DEMO=off and an empty DATA_DIR.',
    ],
  },
  he: {
    title: 'ההדגמה הזו זמינה רק במחשב שבו היא פועלת',
    paragraphs: [
      'Keyhour פועל כאן עם נתוני הדגמה. הסיסמאות לכניסה, גם זו של מנהל המערכת, ידועות לכול, וכל אחד יכול לקרוא את ההודעות שנשלחות. איש לא ביקש הדגמה ציבורית, ולכן בקשות שמגיעות דרך שרת מתווך או בשם אחר נדחות.',
      'כדי לפרסם את ההדגמה בכוונה יש להפעיל עם DEMO=on.',
      'לשימוש אמיתי יש להפעיל עם DEMO=off ועם DATA_DIR ריק.',
    ],
  },
}

/**
 * For a demo that nobody asked for. 403 and not 421: browsers and proxies retry a 421 on another connection, which
 * would not help.
 */
export function answerOnlyOnLoopback(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isFromThisComputer(request) || FOR_EVERYBODY.includes(pathOf(request.url) ?? '')) return done()
    if (!isForPage(request) || !request.headers.accept?.includes('text/html'))
      throw new Refusal(
        'forbidden',
        'This demo answers only on its own computer. To publish it on purpose, start it with DEMO=on.',
      )
    reply
      .code(403)
      .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .send(explain(request))
  })
}

/**
 * Some proxies speak HTTP/1.0, which browsers do not: nginx before 1.29.7 by default. A proxy that speaks HTTP/1.1,
 * uses a loopback name and adds no header looks like a local browser, until the Origin or Referer of later requests
 * gives it away. The very first request has neither.
 */
function isFromThisComputer({ headers, raw }: FastifyRequest): boolean {
  return (
    raw.httpVersion !== '1.0' &&
    isLoopbackHost(headers.host ?? '') &&
    (headers.origin === undefined || isLoopbackHost(headers.origin)) &&
    (headers.referer === undefined || isLoopbackHost(headers.referer) || isLinkFromElsewhere(headers)) &&
    !Object.keys(headers).some((name) => FORWARDED.test(name))
  )
}

/** For example from a mail read in the browser: the referring page is not ours. */
const isLinkFromElsewhere = (headers: FastifyRequest['headers']): boolean =>
  headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] === 'navigate'

function explain(request: FastifyRequest): string {
  const language = languageOf(request)
  const { title, paragraphs } = WORDS[language]
  return writePage({
    language,
    title,
    scheme: schemeOf(request),
    style: 'main { max-width: 640px; margin: 0 auto; padding: 64px 24px } h1 { line-height: 1.25 }',
    body: `<main><h1>${escaped(title)}</h1>${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')}</main>`,
  })
}
