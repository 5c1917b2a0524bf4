import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

test('anyone can send a message, and only admins read it', async () => {
  const sent = await world.post('/api/contact/', {
    email: 'dana@keyhour.test',
    message: '  שלום, יש חניה?  ',
  })
  const read = await world.get('/api/contact/', await world.user({ admin: true }))

  expect(sent.statusCode).toBe(200)
  expect(read.json()).toMatchObject([
    {
      ...sent.json(),
      message: 'שלום, יש חניה?',
      read_at: null,
      priority: 'normal',
      is_handled: false,
      tags: [],
    },
  ])
  expect((await world.get('/api/contact/', await world.user())).statusCode).toBe(403)
})

test('an empty message is refused', async () => {
  const reply = await world.post('/api/contact/', { email: 'dana@keyhour.test', message: '   ' })

  expect(reply.json().detail).toMatchObject([{ loc: ['body', 'message'], msg: 'Cannot be empty' }])
})

const write = (given: object, { ip = '10.1.0.1', key }: { ip?: string; key?: string } = {}) =>
  world.send({
    method: 'POST',
    url: '/api/contact/',
    payload: { email: 'dana@keyhour.test', message: 'Hello', ...given },
    headers: key === undefined ? {} : { 'idempotency-key': key },
    remoteAddress: ip,
  })

const countOf = async (message: string) => {
  const { rows } = await world.pool.query(
    'select count(*)::integer as count from contact_messages where message = $1',
    [message],
  )
  return rows[0].count
}

test('one network may send ten messages an hour', async () => {
  const from = (ip: string, who: number) => write({ email: `visitor-${who}@keyhour.test` }, { ip })
  const replies = []
  for (let who = 0; who < 11; who += 1) replies.push(await from('10.0.0.1', who))

  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
  expect(replies.at(-1)).toMatchObject({ statusCode: 429, headers: { 'retry-after': '3600' } })
  expect((await from('10.0.0.2', 11)).statusCode).toBe(200)
})

test('an address gets five confirmations an hour, in whatever case, and all messages from it are kept', async () => {
  const from = (last: number, email: string) =>
    write({ email, message: 'From Noa' }, { ip: `10.0.1.${last}` })
  const replies = []
  for (let last = 0; last < 7; last += 1)
    replies.push(await from(last, last % 2 ? 'Noa@keyhour.test' : 'noa@keyhour.test'))
  await world.runJobs()

  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(7).fill(200))
  expect(await countOf('From Noa')).toBe(7)
  const mails = [...(await world.mailsTo('noa@keyhour.test')), ...(await world.mailsTo('Noa@keyhour.test'))]
  expect(mails).toHaveLength(5)
})

test('what is sent again or refused counts neither for the network nor for the address', async () => {
  const [email, ip] = ['careful@keyhour.test', '10.0.2.1']
  const attachments = [{ name: 'a.pdf', content: 'TVo=' }]
  for (let time = 0; time < 12; time += 1) {
    expect((await write({ email }, { ip, key: 'careful' })).statusCode).toBe(200)
    expect((await write({ email, attachments }, { ip })).statusCode).toBe(422)
  }
  const others = []
  for (let time = 0; time < 10; time += 1) others.push(await write({ email }, { ip }))
  await world.runJobs()

  expect(others.map(({ statusCode }) => statusCode)).toEqual([...Array(9).fill(200), 429])
  expect(await world.mailsTo(email)).toHaveLength(5)
})

test('mistakes are limited too, generously, and before anything is read', async () => {
  const replies = []
  for (let time = 0; time < 61; time += 1) replies.push(await write({ message: '' }, { ip: '10.0.3.1' }))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([...Array(60).fill(422), 429])
})

test('what fills the field that people do not see looks sent, and is not kept', async () => {
  const bot = { email: 'bot@keyhour.test', message: 'Buy now', website: 'https://bad.test' }
  const before = await write({ email: 'uri@keyhour.test', message: 'Before', website: '' })
  const reply = await write(bot)
  await world.runJobs()

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ id: before.json().id + 1 })
  expect([await countOf('Before'), await countOf('Buy now')]).toEqual([1, 0])
  expect(await world.mailsTo('bot@keyhour.test')).toEqual([])
})

test('a message that is sent twice with one key, even at once, is kept and confirmed once', async () => {
  const email = 'twice@keyhour.test'
  const replies = await Promise.all(
    Array.from({ length: 4 }, (_, at) =>
      write({ email, message: 'Once, please' }, { key: 'key-1', ip: `10.0.4.${at}` }),
    ),
  )
  await world.runJobs()

  const [first] = replies.map((reply) => reply.json().id)
  expect(replies.map((reply) => reply.json())).toEqual(Array(4).fill({ id: first }))
  expect(await countOf('Once, please')).toBe(1)
  expect(await world.mailsTo(email)).toHaveLength(1)
  expect((await write({ email, message: 'Something else' }, { key: 'key-1' })).json().id).not.toBe(first)
})

test('a message knows the office that it is about; one that is gone does not stop it', async () => {
  const admin = await world.user({ admin: true })
  const [office, gone] = [
    await world.office({ name: 'Harbour' }),
    await world.office({ deleted_at: '2026-03-01T08:00:00Z' }),
  ]
  const officeOf = async (office_id: number) => {
    const sent = await write({ email: `about-${office_id}@keyhour.test`, office_id }, { ip: '10.0.5.1' })
    return (await world.get(`/api/contact/${sent.json().id}`, admin)).json().office
  }

  expect(await officeOf(office.id)).toMatchObject({ id: office.id, name: 'Harbour' })
  expect([await officeOf(gone.id), await officeOf(987_654)]).toEqual([null, null])
})
