import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { freshDataDir, type Product, pause, postmasterPid, programsOn, start } from './product.ts'

/** Once in `npm test`. */
const ROUNDS = Number(process.env.KILLS ?? 20)
const WRITERS = 4

const { dir, remove } = await freshDataDir()
const port = await freePort()
// Set explicitly: the default demo refuses forwarded requests.
const settings = { DATA_DIR: dir, TRUST_PROXY: '127.0.0.1', DEMO: 'on' }
let product: Product | undefined
afterAll(async () => {
  await product?.kill('SIGTERM')
  await remove()
})

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@keyhour.test', password: 'keyhour-demo' }),
  })
  return (await reply.json()) as string
}

async function keptMessages(url: string): Promise<Set<string>> {
  const reply = await fetch(`${url}/api/contact/`, {
    headers: { authorization: `Bearer ${await signIn(url)}` },
  })
  return new Set(((await reply.json()) as { message: string }[]).map((one) => one.message))
}

type Writer = { round: number; who: number }

/** Each message comes from another network and address, because one may not send so many. */
const addressOf = ({ round, who }: Writer, count: number): string =>
  `${10 + round}.${who}.${count >> 8}.${count & 255}`

/** Sends messages until the server is gone, and remembers those that were acknowledged. */
async function write(url: string, writer: Writer, acknowledged: Set<string>): Promise<void> {
  for (let count = 0; ; count += 1) {
    const message = `round ${writer.round} writer ${writer.who} message ${count}`
    try {
      const reply = await fetch(`${url}/api/contact/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': addressOf(writer, count) },
        body: JSON.stringify({ email: `${message.replaceAll(' ', '-')}@keyhour.test`, message }),
      })
      if (reply.status === 200) acknowledged.add(message)
    } catch {
      return
    }
  }
}

test(`killed ${ROUNDS}× while it writes, the product recovers by itself and keeps every acknowledged message`, async () => {
  const acknowledged = new Set<string>()
  for (let round = 1; round <= ROUNDS; round += 1) {
    product = await start(settings, port)
    const kept = await keptMessages(product.url)
    expect([...acknowledged].filter((message) => !kept.has(message))).toEqual([])

    const { url } = product
    const writers = Array.from({ length: WRITERS }, (_, who) => write(url, { round, who }, acknowledged))
    const enough = acknowledged.size + WRITERS + 1
    while (acknowledged.size < enough) await pause(10)
    await pause(((round * 37) % 10) * 40)
    // Every fifth time PostgreSQL is killed too, as if the machine went down.
    const database = round % 5 === 0 ? await postmasterPid(dir) : undefined
    await product.kill('SIGKILL')
    if (database) process.kill(database, 'SIGKILL')
    await Promise.all(writers)
  }

  product = await start(settings, port)
  const kept = await keptMessages(product.url)
  expect([...acknowledged].filter((message) => !kept.has(message))).toEqual([])
  expect(await product.kill('SIGTERM')).toBe(0)
  expect(programsOn(dir)).toEqual([])
})
