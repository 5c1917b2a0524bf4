import { simulateMailServer } from '@keyhour/simulators/mail-server'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { deliverMail, sendMail } from '#server/features/mail/deliver-mail.ts'
import { openQueue } from '#server/jobs/queue.ts'
import { smtpMailer } from '#server/outside/mail.ts'
import { eventually } from '../../../test/eventually.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const server = await simulateMailServer()
afterAll(async () => {
  mailer.close()
  await server.close()
})
const mailer = smtpMailer(server.url, { from: world.config.mailFrom, now: world.now })

/** The queue of a server that really sends, with its log. */
async function workingQueue() {
  const logged: { msg: string; err?: { message: string } }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) })
  const queue = await openQueue(world.pool, [deliverMail], () => ({ ...world, mailer }), log)
  onTestFinished(queue.stop)
  await queue.work()
  return logged
}

const send = (to: string) =>
  sendMail(world, world.db, { to, subject: 'שלום', text: 'Hello', html: '<p>Hello</p>' })

async function jobOf() {
  const { rows } = await world.pool.query(
    'select state, retry_count, output::text from pgboss.job order by created_on desc limit 1',
  )
  return rows[0]
}

test('a mail to an unknown address is given up immediately, and the log does not name the address', async () => {
  server.refuseNext({ code: 550, text: 'No such user gone@keyhour.test' })
  const logged = await workingQueue()
  await send('gone@keyhour.test')

  await eventually(async () => expect(await jobOf()).toMatchObject({ state: 'completed' }))
  expect(logged).toMatchObject([
    { msg: 'a job is hopeless and is given up', err: { message: 'the mail server said 550 to RCPT TO' } },
  ])
  expect(JSON.stringify([logged, await jobOf()])).not.toContain('gone@')
  expect(server.to('gone@keyhour.test')).toEqual([])
})

test('a mail that a busy server rejects is sent again later, once', async () => {
  server.refuseNext({ code: 451, text: 'Try again later, dana@keyhour.test' })
  const logged = await workingQueue()
  await send('dana@keyhour.test')

  await eventually(async () => {
    await world.pool.query("update pgboss.job set start_after = now() where state = 'retry'")
    expect(server.to('dana@keyhour.test')).toMatchObject([{ subject: 'שלום' }])
  })
  expect(logged).toMatchObject([{ msg: 'a job failed and will be tried again' }])
  expect(JSON.stringify(logged)).not.toContain('dana@')
})

test('two mails have different ids, and one mail keeps its id however often it is tried', async () => {
  await send('noa@keyhour.test')
  await send('noa@keyhour.test')
  const { rows } = await world.pool.query("select data from pgboss.job where state = 'created'")
  for (const { data } of [...rows, ...rows]) await deliverMail.run({ ...world, mailer }, data)

  const ids = server.to('noa@keyhour.test').map((mail) => mail.messageId)
  expect([ids.length, new Set(ids).size]).toEqual([4, 2])
})
