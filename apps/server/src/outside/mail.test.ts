import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { keptMailer, smtpMailer } from '#server/outside/mail.ts'

const sender = { from: 'Keyhour <no-reply@keyhour.test>', now: () => new Date('2026-03-02T08:00:00Z') }
const mail = { to: 'dana@keyhour.test', subject: 'ברוכים הבאים', text: 'שלום', html: '<p dir="rtl">שלום</p>' }

async function mailServer() {
  const received: Buffer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks))
        done()
      })
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

test('a Hebrew mail arrives whole at a real mail server', async () => {
  const { received, url } = await mailServer()
  await smtpMailer(url, sender).deliver(mail)

  const arrived = await PostalMime.parse(received[0]!)
  expect(arrived).toMatchObject({ subject: 'ברוכים הבאים', text: 'שלום', from: { name: 'Keyhour' } })
  expect(arrived.html).toContain('<p dir="rtl">שלום</p>')
})

test('a mail server that is not there is an error, so that the queue tries again', async () => {
  await expect(smtpMailer('smtp://127.0.0.1:1', sender).deliver(mail)).rejects.toThrow()
})

test('without a mail server, mails are kept and can be read, newest first', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-mail-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const mailer = await keptMailer(dir, sender)
  await mailer.deliver(mail)

  const [name] = await mailer.listKept()
  expect((await PostalMime.parse((await mailer.readKept(name!))!)).subject).toBe('ברוכים הבאים')
  expect(await mailer.readKept('../secret.key')).toBeUndefined()
})
