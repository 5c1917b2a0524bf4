import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type Refusal = { code: number; text: string }

/** A mail server on loopback that keeps accepted mails, and refuses those it is told to. */
export async function simulateMailServer() {
  const received: Email[] = []
  const refusals: Refusal[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const refusal = refusals.shift()
      if (!refusal) return done()
      done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push(mail)
          done()
        })
      })
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))

  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    to: (address: string) => received.filter((mail) => mail.to?.some((one) => one.address === address)),
    /** The next recipients are refused, one after the other. */
    refuseNext: (...next: Refusal[]) => void refusals.push(...next),
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
