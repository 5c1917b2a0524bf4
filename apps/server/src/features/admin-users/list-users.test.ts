import type { User } from '@keyhour/contract/admin-users'
import { expect, test } from 'vitest'
import { creditLots } from '#server/db/schema/credits.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()

test('admins see each user with the version that a change must name', async () => {
  const admin = await world.user({ admin: true })
  const changed = await world.user({ version: 4 })
  const list: User[] = (await world.get('/api/admin/users', admin)).json()

  expect(list.find(({ id }) => id === changed.id)).toMatchObject({ version: 4 })
})

test('a balance is in credits, to the hundredth, without expired ones', async () => {
  const [admin, person] = [await world.user({ admin: true }), await world.user()]
  const lot = { user_id: person.id, currency: 'ILS' as const, granted: 10_000 }
  await world.db.insert(creditLots).values([
    { ...lot, remaining: 1005 },
    { ...lot, currency: 'EUR', remaining: 2030, expires_at: '2026-03-02T08:00:01Z' },
    { ...lot, remaining: 5000, expires_at: '2026-03-02T08:00:00Z' },
  ])
  const list: User[] = (await world.get('/api/admin/users', admin)).json()

  expect(list.find(({ id }) => id === person.id)).toMatchObject({
    credit_balance: 30.35,
    credit_balances: [
      { currency: 'EUR', credits: 20.3 },
      { currency: 'ILS', credits: 10.05 },
    ],
  })
  expect(list.find(({ id }) => id === admin.id)).toMatchObject({
    credit_balance: 0,
    credit_balances: [],
    admin: true,
  })
})

test('the list of users includes deleted ones, with their offices, newest first', async () => {
  const admin = await world.user({ admin: true, created_at: '2030-01-01T00:00:00Z' })
  const gone = await world.user({ created_at: '2030-01-02T00:00:00Z', deleted_at: '2030-02-01T00:00:00Z' })
  const office = await world.office()
  await world.member(office.id, gone.id, 'manager')
  await world.member(office.id, gone.id, 'member')
  const list: User[] = (await world.get('/api/admin/users', admin)).json()

  expect(list.slice(0, 2)).toMatchObject([
    {
      id: gone.id,
      user_name: gone.name,
      deleted_at: '2030-02-01T00:00:00.000Z',
      offices: [{ id: office.id, roles: ['manager', 'member'] }],
    },
    { id: admin.id, deleted_at: null, offices: [], profile: { phone: null, passport_image: null } },
  ])
})

/** A name that nobody else has, which keeps other users out of the results. */
async function family(name: string) {
  const admin = await world.user({ admin: true })
  const people = [
    await world.user({ name: `Ben ${name}`, email: `c@${name}.test`, created_at: '2026-01-02T00:00:00Z' }),
    await world.user({ name: `adi ${name}`, email: `B@${name}.test`, created_at: '2026-01-03T00:00:00Z' }),
    await world.user({ name: `Chen ${name}`, email: `a@${name}.test`, created_at: '2026-01-01T00:00:00Z' }),
  ]
  await world.credits(people[0]!.id, 1250)
  await world.credits(people[2]!.id, 123_450)
  async function find(query: string) {
    const reply = await world.get(`/api/admin/users?${query}`, admin)
    expect(reply.statusCode).toBe(200)
    const found = reply.json<User[]>().map((user) => user.name.split(' ')[0])
    return { found, total: Number(reply.headers['x-total-count']) }
  }
  return { find, people }
}

test.each([
  ['sort=id', ['Chen', 'adi', 'Ben']],
  ['sort=name', ['Chen', 'Ben', 'adi']],
  ['sort=email', ['Ben', 'adi', 'Chen']],
  ['sort=credit_balance', ['Chen', 'Ben', 'adi']],
  ['sort=created_at', ['adi', 'Ben', 'Chen']],
])('users are sorted by %j, in both directions and regardless of case', async (sort, names) => {
  const surname = sort.replace('sort=', 'by-')
  const { find } = await family(surname)

  expect((await find(`page=1&q=${surname}&${sort}`)).found).toEqual(names)
  expect((await find(`page=1&q=${surname}&${sort}&direction=asc`)).found).toEqual(names.reverse())
})

test('a page has the requested number of users and says how many there are, even beyond the last page', async () => {
  const { find } = await family('paged')

  expect(await find('page=1&page_size=2&q=paged')).toEqual({ found: ['adi', 'Ben'], total: 3 })
  expect(await find('page=2&page_size=2&q=paged')).toEqual({ found: ['Chen'], total: 3 })
  expect(await find('page=9&page_size=2&q=paged')).toEqual({ found: [], total: 3 })
})

test.each(['name', 'email', 'credit_balance', 'created_at', 'id'])(
  'the pages by %s together are the whole list, in both directions',
  async (sort) => {
    const { find } = await family(`cut by ${sort}`)
    for (const direction of ['asc', 'desc']) {
      const filters = `q=cut by ${sort}&sort=${sort}&direction=${direction}`
      const pages = [1, 2, 3, 4].map(
        async (page) => (await find(`page=${page}&page_size=1&${filters}`)).found,
      )

      expect((await Promise.all(pages)).flat()).toEqual((await find(`page=1&page_size=9&${filters}`)).found)
    }
  },
)

test('users are found by any part of their name or address', async () => {
  const { find } = await family('Zohar')

  expect((await find('page=1&q=DI+zoh')).found).toEqual(['adi'])
  expect((await find('page=1&q=b@ZOHAR')).found).toEqual(['adi'])
  expect((await find('page=1&q=Zoh%25r')).found).toEqual([])
})

test('users are found by their balance, with or without its comma', async () => {
  const { find, people } = await family('rich')
  await world.credits(people[1]!.id, 987_654_321)

  expect((await find('page=1&q=9,876,543.2')).found).toEqual(['adi'])
  expect((await find('page=1&q=76543.21&sort=credit_balance')).found).toEqual(['adi'])
  expect((await find('page=1&q=9876543.20')).found).toEqual([])
})

test('a search for one or two digits finds every user who has them, in any sort order', async () => {
  const { find, people } = await family('few93')
  await world.credits(people[1]!.id, 1300)
  const noa = await world.user({ name: 'Noa', email: 'no@figures.test' })
  await world.credits(noa.id, 939_300)
  const inOrder = async (query: string) =>
    (await find(`page=1&page_size=100&q=93&${query}`)).found.filter((name) => names.includes(name!))
  const names = ['Ben', 'adi', 'Chen', 'Noa']

  expect(await inOrder('sort=id&direction=asc')).toEqual(['Ben', 'adi', 'Chen', 'Noa'])
  expect(await inOrder('sort=credit_balance')).toEqual(['Noa', 'Chen', 'adi', 'Ben'])
})

test('expired credits count neither for sorting nor for searching, however long ago they were written off', async () => {
  const { find, people } = await family('late')
  await world.credits(people[1]!.id, 777_777_700, '2026-03-02T08:00:00Z')

  expect((await find('page=1&q=7777777')).found).toEqual([])
  expect((await find('page=1&q=late&sort=credit_balance')).found).toEqual(['Chen', 'Ben', 'adi'])
})

test('a search does not match across the end of the name and the start of the address', async () => {
  const { find } = await family('twice')

  expect((await find('page=1&q=twice')).total).toBe(3)
  expect((await find('page=1&q=twiceb@')).total).toBe(0)
})

test('without a page, all users come in one answer, sorted and filtered the same way', async () => {
  const { find } = await family('whole')

  expect((await find('q=whole&sort=name&direction=asc')).found).toEqual(['adi', 'Ben', 'Chen'])
  expect((await find('q=nobody-is-called-so')).found).toEqual([])
})

test.each(['sort=password_hash', 'direction=up', 'page=0', 'page_size=101', `q=${'a'.repeat(201)}`])(
  'an invalid query is refused: %s',
  async (query) => {
    const admin = await world.user({ admin: true })

    expect((await world.get(`/api/admin/users?page=1&${query}`, admin)).statusCode).toBe(422)
  },
)
