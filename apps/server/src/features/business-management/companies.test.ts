import type { Business, BusinessPerson, OwnBusiness } from '@keyhour/contract/businesses'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

const put = (url: string, payload: object, as: Person) => world.send({ method: 'PUT', url, payload }, as)
const remove = (url: string, as: Person) => world.send({ method: 'DELETE', url }, as)

async function team() {
  const [manager, employee] = [await world.user(), await world.user()]
  const company = await world.company(manager.id, { left: 10_000 })
  await world.employee(company.id, employee.id, { monthly_limit: 5000 })
  return { manager, employee, company, url: `/api/businesses/${company.id}` }
}

test('whoever signs up a company is its manager, and a repeated call makes it once', async () => {
  const person = await world.user()
  const form = { name: 'Lumen', currency: 'ILS', billing_email: 'bills@lumen.test', tax_id: '514882736' }
  const send = () =>
    world.send(
      { method: 'POST', url: '/api/businesses', payload: form, headers: { 'idempotency-key': 'lumen' } },
      person,
    )
  const replies = await Promise.all([send(), send()])
  const company: Business = replies[0]!.json()

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(replies[1]!.json()).toEqual(company)
  expect(company).toMatchObject({ ...form, left: 0, people: 1, managers: 1, invited: 0, low_at: null })
  expect((await world.get('/api/businesses/mine', person)).json()).toEqual([
    {
      id: company.id,
      name: 'Lumen',
      role: 'manager',
      currency: 'ILS',
      left: 0,
      monthly_limit: null,
      allowed_types: null,
      used_this_month: 0,
    },
  ] satisfies OwnBusiness[])
  expect((await world.get('/api/permissions', person)).json()).toContainEqual({
    permission: 'manage_company_credits',
    office_id: null,
    business_id: company.id,
  })
})

test('the name of a company is no link, because it stands in mails', async () => {
  const payload = { name: 'Win at https://evil.test', currency: 'ILS' }
  const reply = await world.post('/api/businesses', payload, await world.user())

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail[0]).toMatchObject({
    loc: ['body', 'name'],
    msg: 'Should be a name, not an address',
  })
})

test('a change to an older version of a company is refused', async () => {
  const { url, manager } = await team()
  const { version }: Business = (await world.get(url, manager)).json()
  expect((await put(url, { name: 'New name', version }, manager)).json()).toMatchObject({ name: 'New name' })

  expect((await put(url, { name: 'Other name', version }, manager)).statusCode).toBe(409)
})

test('managers find people by name, sort them, and see what each may spend and has spent', async () => {
  const { url, manager, company } = await team()
  const dana = await world.user({ name: 'Dana Levi' })
  await world.employee(company.id, dana.id, { allowed_types: ['open_space'] })
  const office = await world.office()
  await world.order({
    ...{ office_id: office.id, user_id: dana.id, business_id: company.id },
    paid_with_credits: 5900,
    refunded: 900,
  })
  const found = await world.get(`${url}/people?q=dana`, manager)
  expect(found.headers['x-total-count']).toBe('1')
  expect(found.json()).toMatchObject([
    {
      user_id: dana.id,
      role: 'employee',
      monthly_limit: null,
      allowed_types: ['open_space'],
      used_this_month: 5000,
    },
  ])
  const sorted: BusinessPerson[] = (
    await world.get(`${url}/people?sort=used_this_month&direction=desc&page_size=1`, manager)
  ).json()
  expect(sorted.map(({ user_id }) => user_id)).toEqual([dana.id])
})

test('a role that is taken away ends what it allowed at once', async () => {
  const { url, manager, employee, company } = await team()
  const person = `${url}/people/${employee.id}`
  expect((await put(person, { role: 'manager' }, manager)).statusCode).toBe(200)
  expect((await world.get(url, employee)).statusCode).toBe(200)
  expect((await put(person, { role: 'employee' }, manager)).statusCode).toBe(200)

  expect((await world.get(url, employee)).statusCode).toBe(404)
  await world.runJobs()
  expect((await world.mailsTo(employee.email)).map(({ subject }) => subject)).toEqual([
    `You now manage ${company.name}`,
  ])
  const { rows } = await world.pool.query(
    `select action, details from audit_log where subject = 'company' and subject_id = $1 order by id`,
    [company.id],
  )
  expect(rows).toEqual(
    ['manager', 'employee'].map((role) => ({
      action: 'change company person',
      details: { user_id: employee.id, role },
    })),
  )
})

test('a company keeps a manager, also if two managers remove each other at once', async () => {
  const { url, manager, employee } = await team()
  const alone = 'A company needs a manager. Please make someone else a manager first.'
  for (const reply of [
    await world.post(`${url}/leave`, {}, manager),
    await remove(`${url}/people/${manager.id}`, manager),
    await put(`${url}/people/${manager.id}`, { role: 'employee' }, manager),
  ])
    expect([reply.statusCode, reply.json().detail]).toEqual([409, alone])

  await put(`${url}/people/${employee.id}`, { role: 'manager' }, manager)
  const replies = await Promise.all([
    remove(`${url}/people/${manager.id}`, employee),
    remove(`${url}/people/${employee.id}`, manager),
  ])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
})

test('an employee leaves, and a removed one is told by mail', async () => {
  const { url, manager, employee, company } = await team()
  const second = await world.user()
  await world.employee(company.id, second.id)
  expect((await world.post(`${url}/leave`, {}, second)).statusCode).toBe(200)
  expect((await world.get('/api/businesses/mine', second)).json()).toEqual([])
  expect((await world.post(`${url}/leave`, {}, second)).statusCode).toBe(404)

  expect((await remove(`${url}/people/${employee.id}`, manager)).statusCode).toBe(200)
  await world.runJobs()
  expect((await world.mailsTo(employee.email)).map(({ subject }) => subject)).toEqual([
    `You no longer belong to ${company.name}`,
  ])
})

test('an admin makes somebody a manager of a company, which is found by name, audited and mailed', async () => {
  const { url, company } = await team()
  const [admin, person] = [await world.user({ admin: true }), await world.user({ name: 'Roni Gal' })]
  const office = await world.office()
  await world.member(office.id, person.id, 'member')
  const found = await world.get(`/api/admin/businesses?q=${encodeURIComponent(company.name)}`, admin)
  expect(found.json()).toMatchObject([{ id: company.id, name: company.name, people: 2, managers: 1 }])

  const save = (businesses: object[]) => put(`/api/admin/users/${person.id}`, { businesses }, admin)
  expect((await save([{ business_id: company.id, role: 'manager' }])).statusCode).toBe(200)
  expect((await world.get(url, person)).statusCode).toBe(200)
  expect((await world.get(`/api/admin/users/${person.id}`, admin)).json().businesses).toEqual([
    { id: company.id, name: company.name, role: 'manager' },
  ])
  expect((await put(`/api/admin/users/${person.id}`, { name: 'Roni B. Gal' }, admin)).statusCode).toBe(200)
  expect((await world.get(url, person)).statusCode).toBe(200)
  expect((await save([])).statusCode).toBe(200)

  expect((await world.get(url, person)).statusCode).toBe(404)
  expect((await save([{ business_id: 999_999, role: 'manager' }])).statusCode).toBe(422)
  const audit = (await world.get(`/api/admin/users/${person.id}/audit`, admin)).json()
  expect(audit.map(({ action }: { action: string }) => action)).toEqual([
    'end role',
    'change user',
    'give role',
  ])
  await world.runJobs()
  expect((await world.mailsTo(person.email)).map(({ subject }) => subject).sort()).toEqual([
    `You no longer belong to ${company.name}`,
    `You now manage ${company.name}`,
  ])
})

test('an admin with an outdated form does not overwrite the companies of a user', async () => {
  const { company } = await team()
  const [admin, person] = [await world.user({ admin: true }), await world.user({ admin: true })]
  const user = `/api/admin/users/${person.id}`
  const { version } = (await world.get(user, admin)).json()
  const save = (role: string) =>
    put(user, { businesses: [{ business_id: company.id, role }], version }, admin)

  expect((await save('manager')).statusCode).toBe(200)
  expect((await save('employee')).statusCode).toBe(409)
})

test('a manager whom an admin makes an employee is not told of joining', async () => {
  const { company, employee } = await team()
  const admin = await world.user({ admin: true })
  const save = (role: string) =>
    put(`/api/admin/users/${employee.id}`, { businesses: [{ business_id: company.id, role }] }, admin)
  expect((await save('manager')).statusCode).toBe(200)
  expect((await save('employee')).statusCode).toBe(200)

  await world.runJobs()
  expect((await world.mailsTo(employee.email)).map(({ subject }) => subject)).toEqual([
    `You now manage ${company.name}`,
  ])
})

test('somebody who joins a company while an admin adds them to it is in it once, and told nothing', async () => {
  const { company } = await team()
  const [admin, person] = [await world.user({ admin: true }), await world.user()]
  const client = await world.pool.connect()
  await client.query('begin')
  await client.query('select from businesses where id = $1 for update', [company.id])
  const businesses = [{ business_id: company.id, role: 'employee' }]
  const saved = put(`/api/admin/users/${person.id}`, { businesses }, admin)
  await eventually(async () => {
    const { rowCount } = await world.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rowCount).toBe(1)
  })
  await client.query(
    `insert into business_members (business_id, user_id, role) values ($1, $2, 'employee')`,
    [company.id, person.id],
  )
  await client.query('commit')
  client.release()

  expect((await saved).statusCode).toBe(200)
  await world.runJobs()
  expect(await world.mailsTo(person.email)).toEqual([])
})

test('an admin adds a manager of a company who belongs to no office', async () => {
  const { company, url } = await team()
  const admin = await world.user({ admin: true })
  const businesses = [{ business_id: company.id, role: 'manager' }]
  const form = { name: 'New Manager', email: 'new-manager@company.test', officeIds: [], admin: false }
  expect((await world.post('/api/admin/users', form, admin)).statusCode).toBe(422)
  const added = await world.post('/api/admin/users', { ...form, businesses }, admin)

  expect(added.statusCode).toBe(201)
  const { rows } = await world.pool.query('select * from users where id = $1', [added.json().id])
  expect((await world.get(url, { ...rows[0], id: added.json().id })).statusCode).toBe(200)
})

test('admins find companies by part of their name, with closed ones if they want, page by page; nobody else does', async () => {
  const [admin, manager] = [await world.user({ admin: true }), await world.user()]
  const open = await world.company(manager.id, { name: 'Tamarind West', left: 5900 })
  await world.employee(open.id, (await world.user()).id)
  const closed = await world.company(manager.id, { name: 'East TAMARIND' })
  expect((await remove(`/api/businesses/${closed.id}`, manager)).statusCode).toBe(200)
  const find = (query: string, as: Person) => world.get(`/api/admin/businesses?q=tamarind${query}`, as)
  const shownOpen = { id: open.id, name: 'Tamarind West', people: 2, left: 5900, closed_at: null }

  expect((await find('', admin)).json()).toMatchObject([shownOpen])
  const both = await find('&with_closed=true', admin)
  expect(both.headers['x-total-count']).toBe('2')
  expect(both.json()).toMatchObject([
    { id: closed.id, people: 0, left: 0, closed_at: world.now().toISOString() },
    shownOpen,
  ])
  expect((await find('&with_closed=true&page=2&page_size=1', admin)).json()).toMatchObject([shownOpen])
  expect((await find('&with_closed=true', manager)).statusCode).toBe(403)
})
