import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ TRUST_PROXY: '127.0.0.1' })
const url = await world.app.listen({ host: '127.0.0.1', port: 0 })

const FLOOD = 1000
const LANES = 20
const OTHERS = 40

async function write(network: string, email: string): Promise<number> {
  const reply = await fetch(`${url}/api/contact/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify({ email, message: `From ${network}` }),
  })
  await reply.text()
  return reply.status
}

/** Each lane sends its share, one message after the other. */
async function flood(emailOf: (at: number) => string): Promise<number[]> {
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const statuses: number[] = []
    for (let at = lane; at < FLOOD; at += LANES) statuses.push(await write('203.0.113.7', emailOf(at)))
    return statuses
  })
  return (await Promise.all(lanes)).flat()
}

test('of 1,000 messages from one network 10 arrive, and meanwhile every other message and the inbox do', async () => {
  const admin = await world.user({ admin: true })
  const inbox = () => world.get('/api/contact/?page=1&page_size=100', admin)
  const flooding = flood((at) => `flood-${at}@keyhour.test`)
  for (let at = 0; at < OTHERS; at += 1) {
    expect(await write(`198.51.100.${at}`, `visitor-${at}@keyhour.test`)).toBe(200)
    expect((await inbox()).statusCode).toBe(200)
  }
  const statuses = await flooding

  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(FLOOD - 10)
  const senders = (await inbox()).json<{ email: string }[]>().map(({ email }) => email)
  expect(senders).toHaveLength(OTHERS + 10)
  expect(senders.filter((email) => email.startsWith('visitor-'))).toHaveLength(OTHERS)
}, 120_000)
