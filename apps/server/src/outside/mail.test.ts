import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulateMailServer } from '@keyhour/simulators/mail-server'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { keptMailer, MailRefused, smtpMailer } from '#server/outside/mail.ts'

const sender = { from: 'Keyhour <no-reply@keyhour.test>', now: () => new Date('2026-03-02T08:00:00Z') }
const mail = {
  id: '6f1c1d6e-3b0a-4a39-9c53-0f2b1f6f9a01',
  to: 'dana@keyhour.test',
  subject: 'ברוכים הבאים',
  text: 'שלום',
  html: '<p dir="rtl">שלום</p>',
}

async function mailServer() {
  const server = await simulateMailServer()
  // The last one to be named goes first: the server waits for the mailer to hang up.
  onTestFinished(server.close)
  return { ...server, mailer: mailerTo(server.url) }
}

function mailerTo(url: string) {
  const mailer = smtpMailer(url, sender)
  onTestFinished(() => mailer.close())
  return mailer
}

const failureOf = (delivery: Promise<void>): Promise<Error> =>
  delivery.then(
    () => expect.unreachable('it was delivered'),
    (error) => error,
  )

test('a Hebrew mail arrives intact at a real mail server', async () => {
  const { received, mailer } = await mailServer()
  await mailer.deliver(mail)

  expect(received).toMatchObject([{ subject: 'ברוכים הבאים', text: 'שלום', from: { name: 'Keyhour' } }])
  expect(received[0]?.html).toContain('<p dir="rtl">שלום</p>')
})

test('a mail is marked as automatic, and keeps its id at every try', async () => {
  const { received, mailer } = await mailServer()
  for (let attempt = 0; attempt < 2; attempt += 1) await mailer.deliver(mail)

  const wanted = { messageId: `<${mail.id}@keyhour.test>`, date: '2026-03-02T08:00:00.000Z' }
  expect(received).toMatchObject([wanted, wanted])
  expect(received[0]?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
})

test('permanent and temporary refusals are told apart, and neither names the address', async () => {
  const { received, refuseNext, mailer } = await mailServer()
  refuseNext(
    { code: 550, text: 'No such user dana@keyhour.test' },
    { code: 451, text: 'Busy, dana@keyhour.test' },
  )
  const [final, passing] = [await failureOf(mailer.deliver(mail)), await failureOf(mailer.deliver(mail))]

  expect(final).toEqual(new MailRefused('the mail server said 550 to RCPT TO'))
  expect(passing).toEqual(new Error('the mail server said 451 to RCPT TO'))
  expect(passing).not.toBeInstanceOf(MailRefused)
  await mailer.deliver(mail)
  expect(received).toHaveLength(1)
})

test('an unreachable mail server is an error, so that the queue tries again', async () => {
  const failure = await failureOf(mailerTo('smtp://127.0.0.1:1').deliver(mail))

  expect(failure).toEqual(new Error('the mail server did not answer (ESOCKET)'))
  expect(failure).not.toBeInstanceOf(MailRefused)
})

test('a rejected password is our own mistake, so mails wait until it is corrected', async () => {
  const { url } = await mailServer()
  const failure = await failureOf(mailerTo(url.replace('//', '//wrong:password@')).deliver(mail))

  expect(failure).not.toBeInstanceOf(MailRefused)
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

test('unfinished mail files after a crash are removed at the next start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keyhour-mail-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await (await keptMailer(folder, sender)).deliver(mail)
  const [kept] = await readdir(folder)
  await writeFile(join(folder, `${kept}.6f1c1d6e-3b0a-4a39-9c53-0f2b1f6f9a01.new`), 'Subject: hal')
  await keptMailer(folder, sender)

  expect(await readdir(folder)).toEqual([kept])
})
