import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()
const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
const PHOTO = '/api/user-profile/passport-image'
/** Nearly the maximum. */
const PHOTO_BYTES = 13_900_000

type Person = Awaited<ReturnType<typeof world.user>>
type Upload = { person: Person; bytes: number; path?: string; method?: string }

/** Sends the headers but no body yet. */
async function begin({ person, bytes, path = PHOTO, method = 'PUT' }: Upload) {
  const upload: ClientRequest = request(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await world.tokenOf(person)}`,
      'content-type': 'application/json',
      'content-length': bytes,
    },
  })
  onTestFinished(() => void upload.destroy())
  upload.flushHeaders()
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    upload.on('response', resolve)
    upload.on('error', reject)
  })
  answer.catch(() => undefined)
  return { upload, answer }
}

async function textOf(reply: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of reply) text += chunk
  return text
}

const TOO_MANY = {
  detail: 'Too many files are being uploaded at once. Please try again in a moment.',
}

/** Those that are refused answer immediately: the others wait for their bodies. */
async function refusedOf(uploads: Upload[]) {
  const begun = await Promise.all(uploads.map(begin))
  const refused = await Promise.race(begun.map(async (one) => ({ one, reply: await one.answer })))
  return { reply: refused.reply, others: begun.filter((one) => one !== refused.one) }
}

/** 422 when it is accepted, since it is not a picture. */
async function statusOfNext(person: Person) {
  const body = JSON.stringify({ image: 'x'.repeat(2_000_000) })
  const { upload, answer } = await begin({ person, bytes: body.length })
  upload.end(body)
  return (await answer).statusCode
}

test('a member’s surplus upload is refused before its body, and accepted when another one ends', async () => {
  const person = await world.user()
  const { reply, others } = await refusedOf(Array(3).fill({ person, bytes: PHOTO_BYTES }))

  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '5'])
  expect(JSON.parse(await textOf(reply))).toEqual(TOO_MANY)
  others[0]!.upload.destroy()
  await expect.poll(() => statusOfNext(person)).toBe(422)
})

test('a client that leaves before the upload is accepted does not count', async () => {
  const person = await world.user()
  for (let count = 0; count < 12; count += 1) {
    const { upload } = await begin({ person, bytes: PHOTO_BYTES })
    await once(upload, 'socket').then(([socket]) => once(socket, 'connect'))
    upload.destroy()
  }

  await expect.poll(() => statusOfNext(person)).toBe(422)
})

test('all uploads together use a bounded amount of memory; small requests are not held up', async () => {
  const people = await Promise.all(Array.from({ length: 7 }, () => world.user()))
  const { reply } = await refusedOf(people.map((person) => ({ person, bytes: PHOTO_BYTES })))
  expect(reply.statusCode).toBe(429)

  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer()
  const body = JSON.stringify({ image: `data:image/jpeg;base64,${photo.toString('base64')}` })
  const small = await begin({ person: people[6]!, bytes: body.length })
  small.upload.end(body)
  expect((await small.answer).statusCode).toBe(200)
})

test('pictures of offices and sub-offices count as uploads', async () => {
  const admins = [await world.user({ admin: true }), await world.user({ admin: true })]
  const office = await world.office()
  for (const [method, path] of [
    ['POST', '/api/admin/offices'],
    ['PUT', `/api/admin/offices/${office.id}`],
    ['POST', `/api/offices/${office.id}/sub-offices`],
    ['PUT', `/api/offices/${office.id}/sub-offices/1`],
  ]) {
    const { reply, others } = await refusedOf(
      admins.map((person) => ({ person, bytes: 50_000_000, method: method!, path: path! })),
    )
    expect([path, reply.statusCode]).toEqual([path, 429])
    for (const { upload } of others) upload.destroy()
  }
})

test('the hourly limit of photos is checked before the body is read', async () => {
  const person = await world.user()
  const send = async () => {
    const body = JSON.stringify({ image: 'no picture' })
    const { upload, answer } = await begin({ person, bytes: body.length })
    upload.end(body)
    return (await answer).statusCode
  }
  for (let count = 0; count < 20; count += 1) expect(await send()).toBe(422)

  const refused = await (await begin({ person, bytes: PHOTO_BYTES })).answer
  expect(refused.statusCode).toBe(429)
  expect(JSON.parse(await textOf(refused)).detail).toMatch(/^Too many attempts/)
})
