import * as contract from '@keyhour/contract/answers'
import { forgiveAttempts, type Limit, limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { checkMailSignature, readMailSignature } from '#server/features/messages/check-mail-signature.ts'
import { MAIL_BYTES, takeReply } from '#server/features/messages/take-reply.ts'
import { networkOf } from '#server/http/network-of.ts'
import { Refusal } from '#server/http/refusal.ts'
import { on, type Routes } from '#server/http/routes.ts'

/** Every mail counts until its signature turns out to be right. */
const limitsOf = (ip: string): Limit[] => [
  { what: 'mail signatures', who: networkOf(ip), most: 60, minutes: 60 },
]

/** On its own, because its body is a mail: the signature covers every byte of it. */
export const inboundRoutes: Routes = async (app, deps) => {
  const secret = deps.config.replies?.webhookSecret
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.route({
    ...on(contract.receiveMail, 'anybody'),
    bodyLimit: MAIL_BYTES,
    // Before a byte of the body is read.
    onRequest: async ({ headers, ip }) => {
      if (secret === undefined) throw new Refusal('missing', 'This server does not receive email.')
      readMailSignature(headers['keyhour-signature'], deps.now())
      await limitAttempts(deps, limitsOf(ip))
    },
    handler: async ({ body, headers, ip }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      checkMailSignature(secret!, readMailSignature(headers['keyhour-signature'], deps.now()), bytes)
      await forgiveAttempts(deps, limitsOf(ip))
      await takeReply(deps, bytes)
      return {}
    },
  })
}
