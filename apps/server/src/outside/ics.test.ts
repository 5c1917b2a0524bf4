import { type Answer, type Asked, answerOnLoopback } from '@keyhour/simulators/loopback'
import { expect, onTestFinished, test } from 'vitest'
import { CalendarFailed } from '#server/outside/calendar-service.ts'
import { ics } from '#server/outside/ics.ts'
import { publicFetch } from '#server/outside/public-fetch.ts'
import { failuresOf } from '../../test/failures-of.ts'

const WITHIN = { from: '2026-03-02T08:00:00.000Z', to: '2027-04-02T08:00:00.000Z' }
const fileWith = (uid: string, stamp = '20260101T000000Z') =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Team room\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:${stamp}\r\n` +
  'DTSTART:20260310T090000Z\r\nDTEND:20260310T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'

async function served(answer: (asked: Asked) => Answer, ms = 5000) {
  const server = await answerOnLoopback(answer)
  onTestFinished(server.close)
  const open = (address: string, networks: 'public' | 'loopback' = 'loopback') =>
    ics(
      {
        publicFetch: publicFetch({ networks, ms }),
        now: () => new Date('2026-03-02T08:00:00Z'),
        timeZone: 'Asia/Jerusalem',
        ownHost: 'keyhour.test',
      },
      address,
    )
  return { ...server, open, service: open(`${server.url}/secret-address/basic.ics`) }
}

const failureOf = failuresOf(CalendarFailed)

test('a file is read once and then only when it has changed', async () => {
  let etag = '"1"'
  const { service, calls } = await served(({ headers }) =>
    headers['if-none-match'] === etag
      ? { status: 304, headers: { etag } }
      : { status: 200, text: fileWith(`event-${etag}`), headers: { etag } },
  )
  const first = await service.read('', null, WITHIN, { prefix: '' })
  const same = await service.read('', first.next, WITHIN, { prefix: '' })
  etag = '"2"'
  const changed = await service.read('', same.next, WITHIN, { prefix: '' })

  expect(first).toMatchObject({ isWhole: true, events: [{ id: 'event-"1"' }] })
  expect(same).toEqual({ events: [], removed: [], copies: 'unknown', isWhole: false, next: first.next })
  expect(changed).toMatchObject({ isWhole: true, events: [{ id: 'event-"2"' }] })
  expect(calls.map(({ status }) => status)).toEqual([200, 304, 200])
  expect(await service.read('', null, WITHIN, { prefix: '' })).toMatchObject({ isWhole: true })
})

test('Last-Modified is sent back, and a file that differs only in its time stamps is the same', async () => {
  let stamp = '20260302T080000Z'
  const { service, calls } = await served(() => ({
    status: 200,
    text: fileWith('a', stamp),
    headers: { 'last-modified': 'Mon, 02 Mar 2026 08:00:00 GMT' },
  }))
  const { next } = await service.read('', null, WITHIN, { prefix: '' })
  stamp = '20260302T080100Z'

  expect(await service.read('', next, WITHIN, { prefix: '' })).toMatchObject({ isWhole: false })
  expect(calls[1]!.headers['if-modified-since']).toBe('Mon, 02 Mar 2026 08:00:00 GMT')
})

test('the calendar has the name that it gives itself', async () => {
  const { service, url } = await served(() => ({ status: 200, text: fileWith('a') }))
  expect(await service.listCalendars()).toEqual([{ id: new URL(url).host, name: 'Team room' }])
})

test('redirects are followed a few times', async () => {
  const { open, url } = await served(({ path }) =>
    path === '/0'
      ? { status: 200, text: fileWith('a') }
      : { status: 302, headers: { location: `/${Number(path.slice(1)) - 1}` } },
  )
  expect((await open(`${url}/3`).read('', null, WITHIN, { prefix: '' })).events).toHaveLength(1)
  expect(await failureOf(open(`${url}/4`).read('', null, WITHIN, { prefix: '' }))).toMatchObject({
    reason: 'unreadable',
  })
})

test('neither an address nor a redirect leads into our own network', async () => {
  const { open, url, service, misbehave, calls } = await served(() => ({ status: 200, text: fileWith('a') }))
  for (const address of [
    url,
    'https://169.254.169.254/',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://localhost/',
  ])
    expect(await failureOf(open(address, 'public').read('', null, WITHIN, { prefix: '' }))).toMatchObject({
      reason: 'address_refused',
    })
  expect(calls).toEqual([])
  misbehave('redirects')
  expect(await failureOf(service.read('', null, WITHIN, { prefix: '' }))).toMatchObject({
    reason: 'address_refused',
  })
})

test.each([
  [{ status: 404, text: '' }, 'missing'],
  [{ status: 410, text: '' }, 'missing'],
  [{ status: 401, text: '' }, 'forbidden'],
  [{ status: 403, text: '' }, 'forbidden'],
  [{ status: 500, text: '' }, 'out_of_order'],
  [{ status: 503, text: '', headers: { 'retry-after': '120' } }, 'out_of_order'],
  [{ status: 304, text: '' }, 'unreadable'],
  ['talks nonsense', 'unreadable'],
  ['talks without end', 'unreadable'],
  ['hangs up', 'unreachable'],
] as const)('a file that is answered with %j is %s', async (fault, reason) => {
  const { service, misbehave } = await served(() => ({ status: 200, text: '' }))
  misbehave(fault)
  const failure = await failureOf(service.read('', null, WITHIN, { prefix: '' }))

  expect(failure.reason).toBe(reason)
  expect((await failureOf(service.listCalendars())).reason).toBe(reason)
  expect(`${failure.message} ${failure.stack}`).not.toContain('secret-address')
  if (reason === 'out_of_order' && fault.status === 503) expect(failure.waitMs).toBe(120_000)
})

test('a slow answer is given up', async () => {
  const { service, misbehave } = await served(() => ({ status: 200, text: '' }), 200)
  misbehave('stays silent')
  expect(await failureOf(service.read('', null, WITHIN, { prefix: '' }))).toMatchObject({
    reason: 'too_slow',
  })
})

test('nothing is written to a file', async () => {
  const { service } = await served(() => ({ status: 200, text: '' }))
  expect(await failureOf(service.remove('', 'a', ''))).toMatchObject({ reason: 'not_supported' })
})
