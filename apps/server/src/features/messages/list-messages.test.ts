import { type ContactMessage, MESSAGES_COUNTED } from '@keyhour/contract/messages'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contactMessages } from '#server/db/schema/messages.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })

type Given = Partial<typeof contactMessages.$inferInsert>
const READ = '2026-03-01T12:00:00Z'
const messages: Given[] = [
  { email: 'gili@example.com', message: 'מתי נפתח המגדל בבורסה?', priority: 'low', read_at: READ },
  {
    email: 'omer@example.com',
    message: 'Is there PARKING\nat the Harbour?',
    priority: 'high',
    read_at: READ,
  },
  { email: 'noa@example.com', message: 'Do I get 50% off?', tags: ['הנחה', 'Big order'] },
  { email: 'tal@example.com', message: 'A desk for a month', priority: 'high' },
]
await world.db.insert(contactMessages).values(
  messages.map((given, day) => ({
    email: '',
    message: '',
    created_at: `2026-03-0${day + 1}T08:00:00Z`,
    ...given,
  })),
)

async function find(query: string) {
  const reply = await world.get(`/api/contact/?${query}`, admin)
  expect(reply.statusCode).toBe(200)
  const found = reply.json<ContactMessage[]>().map(({ email }) => email.split('@')[0])
  return { names: found.join(' '), total: reply.headers['x-total-count'] }
}

test.each([
  ['', 'tal noa omer gili'],
  ['sort=priority', 'tal omer noa gili'],
  ['filter=unread', 'tal noa'],
  ['filter=read', 'omer gili'],
  ['filter=read&sort=priority', 'omer gili'],
  ['filter=unread&sort=priority', 'tal noa'],
  ['page_size=3', 'tal noa omer'],
  ['page=2&page_size=3', 'gili'],
])('the inbox with %j shows %s', async (query, names) => {
  expect((await find(query.includes('page=') ? query : `page=1&${query}`)).names).toBe(names)
})

test('a message whose sender replied comes before newer ones, until they are written to', async () => {
  const reply = (replied_at: string | null) =>
    world.db.update(contactMessages).set({ replied_at }).where(eq(contactMessages.email, 'gili@example.com'))
  await reply('2026-03-03T09:00:00Z')
  const found = [await find('page=1'), await find('page=1&filter=read'), await find('page=1&sort=priority')]
  await reply(null)

  expect(found.map(({ names }) => names)).toEqual(['tal gili noa omer', 'gili omer', 'tal omer noa gili'])
})

test.each([
  ['parking', 'omer'],
  ['PARKING at', 'omer'],
  ['בבורס', 'gili'],
  ['EXAMPLE.COM', 'tal noa omer gili'],
  ['הנח', 'noa'],
  ['big order', 'noa'],
  ['50%', 'noa'],
  ['p_rking', ''],
  ['ha', 'omer'],
  ['ar', ''],
  ['המ', 'gili'],
  ['nothing of the kind', ''],
])('a search for %j finds %j', async (q, names) => {
  const found = await find(`page=1&q=${encodeURIComponent(q)}`)

  expect(found.names).toBe(names)
  expect(found.total).toBe(String(names.split(' ').filter(Boolean).length))
})

test('a search keeps the filter and the order', async () => {
  expect((await find('page=1&q=example&filter=read&sort=priority')).names).toBe('omer gili')
})

test('without a page, every message comes in one answer, filtered and sorted the same way', async () => {
  expect(await find('')).toEqual({ names: 'tal noa omer gili', total: undefined })
  expect(await find('filter=unread&q=example')).toEqual({ names: 'tal noa', total: undefined })
})

test.each(['sort=email', 'filter=handled', 'page=0', 'page_size=101', `q=${'a'.repeat(201)}`])(
  'an inbox with %s is refused',
  async (query) => {
    expect((await world.get(`/api/contact/?page=1&${query}`, admin)).statusCode).toBe(422)
  },
)

test('the number of unread messages is known without reading them', async () => {
  expect((await world.get('/api/contact/unread', admin)).json()).toEqual({ unread: 2 })
})

test('a full inbox is counted up to a bound, and says that there are more', async () => {
  const full = await startWorld()
  const reader = await full.user({ admin: true })
  await full.pool.query(
    `insert into contact_messages (email, message) select 'a@b.test', 'Hello' from generate_series(1, ${MESSAGES_COUNTED + 50})`,
  )
  const countAt = async (page: number) => {
    const { headers } = await full.get(`/api/contact/?page_size=100&page=${page}`, reader)
    return [headers['x-total-count'], headers['x-total-more']]
  }

  expect(await countAt(1)).toEqual([String(MESSAGES_COUNTED), 'true'])
  expect(await countAt(6)).toEqual([String(MESSAGES_COUNTED + 50), undefined])
  expect(await countAt(9)).toEqual([String(MESSAGES_COUNTED + 50), undefined])
  expect((await full.get('/api/contact/unread', reader)).json()).toEqual({ unread: MESSAGES_COUNTED })
  expect((await full.get('/api/contact/', reader)).json()).toHaveLength(MESSAGES_COUNTED + 50)
})
