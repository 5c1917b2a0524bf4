import type { Thread } from '@keyhour/contract/answers'
import { simulateMailServer } from '@keyhour/simulators/mail-server'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { contactMessages } from '#server/db/schema/messages.ts'
import { deliverAnswer } from '#server/features/messages/deliver-answer.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { smtpMailer } from '#server/outside/mail.ts'
import { eventually } from '../../../test/eventually.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })
const server = await simulateMailServer()
const mailer = smtpMailer(server.url, { from: world.config.mailFrom, now: world.now })
afterAll(async () => {
  mailer.close()
  await server.close()
})

async function answered(email: string): Promise<number> {
  const [kept] = await world.db.insert(contactMessages).values({ email, message: 'Hello' }).returning()
  const answer = { text: 'Yes.', mark_handled: true }
  expect((await world.post(`/api/contact/${kept!.id}/answers`, answer, admin)).statusCode).toBe(201)
  return kept!.id
}

async function work() {
  const queue = await openQueue(
    world.pool,
    [deliverAnswer],
    () => ({ ...world, mailer }),
    pino({ level: 'silent' }),
  )
  onTestFinished(queue.stop)
  await queue.work()
}

const lastPostOf = async (id: number) =>
  (await world.get(`/api/contact/${id}/thread`, admin)).json<Thread>().posts.at(-1)!
const messageOf = async (id: number) => (await world.get(`/api/contact/${id}`, admin)).json()

test('an answer that the mail server refuses is marked, and its message waits for an admin again', async () => {
  server.refuseNext({ code: 550, text: 'No such user' })
  const id = await answered('gone@keyhour.test')
  expect(await messageOf(id)).toMatchObject({ is_handled: true, read_at: expect.any(String) })
  await work()

  await eventually(async () => expect((await lastPostOf(id)).undelivered_at).not.toBeNull())
  expect(await messageOf(id)).toMatchObject({ is_handled: false, read_at: null })
})

test('an answer that a busy mail server takes in the end is not marked', async () => {
  server.refuseNext({ code: 451, text: 'Try again later' })
  const id = await answered('dana@keyhour.test')
  await work()

  await eventually(async () => {
    await world.pool.query("update pgboss.job set start_after = now() where state = 'retry'")
    expect(server.to('dana@keyhour.test')).toHaveLength(1)
  })
  expect(await lastPostOf(id)).toMatchObject({ text: 'Yes.', undelivered_at: null })
  expect(await messageOf(id)).toMatchObject({ is_handled: true })
})
