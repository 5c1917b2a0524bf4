import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { deliverMail } from '#server/features/mail/deliver-mail.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld({ DEMO: 'on' })
await world.queue.work()

const mail = (subject: string) => ({ to: 'dana@keyhour.test', subject, text: 'Hello', html: '<p>Hello</p>' })

async function keptSubjects() {
  const kept = await world.mailer.listKept()
  const mails = await Promise.all(
    kept.map(async (name) => PostalMime.parse((await world.mailer.readKept(name))!)),
  )
  return mails.map((one) => one.subject)
}

test('what a transaction enqueues happens after it commits, and not at all when it rolls back', async () => {
  const undone = world.db.transaction(async (db) => {
    await world.enqueue(db, deliverMail, mail('Never sent'))
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await world.db.transaction((db) => world.enqueue(db, deliverMail, mail('It\'s "yours" — $1 \\ שלום')))

  await vi.waitFor(async () => expect(await keptSubjects()).toEqual(['It\'s "yours" — $1 \\ שלום']), 10_000)
})

test('kept mails can be read in the browser in demo mode', async () => {
  await world.mailer.deliver({ ...mail('<script>alert(1)</script>'), html: '<b>bold</b>' })

  const list = await world.get('/dev/mail')
  expect(list.body).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
  const [, link] = /href="(\/dev\/mail\/[^"]+)"/.exec(list.body)!
  expect((await world.get(link!)).body).toContain('&#60;b&#62;bold&#60;/b&#62;')
  expect((await world.get('/dev/mail/nothing.eml')).statusCode).toBe(404)
})
