import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { hearStream } from '../../../test/hear-stream.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

const put = (url: string, payload: object, as: Person) => world.send({ method: 'PUT', url, payload }, as)
const remove = (url: string, as: Person) => world.send({ method: 'DELETE', url }, as)

async function team() {
  const [manager, employee] = [await world.user(), await world.user()]
  const company = await world.company(manager.id)
  await world.employee(company.id, employee.id)
  return { manager, employee, company, url: `/api/businesses/${company.id}` }
}

const listen = async (person: Person) =>
  hearStream(world.app, '/api/businesses/live', await world.tokenOf(person))

test('the open pages of a manager hear of the pool and the people, and no longer once the role is gone', async () => {
  const { url, manager, employee, company } = await team()
  const live = await listen(manager)
  await eventually(async () => {
    await world.pool.query('update businesses set name = name where id = $1', [company.id])
    expect(live.times('changed')).toBeGreaterThan(0)
  })
  const before = live.times('changed')
  await world.poolCredits(company.id, 100)
  await eventually(() => expect(live.times('changed')).toBeGreaterThan(before))

  await put(`${url}/people/${employee.id}`, { role: 'manager' }, manager)
  const calm = live.times('changed')
  await put(`${url}/people/${manager.id}`, { role: 'employee' }, employee)
  await eventually(() => expect(live.times('changed')).toBeGreaterThan(calm))
  await world.pool.query('update users set session_epoch = session_epoch + 1 where id = $1', [manager.id])
  await eventually(() => expect(live.isOver()).toBe(true))
})

test('the open pages of an employee hear of the own limit, removal and the end of the company, and of nothing else', async () => {
  const { url, manager, employee, company } = await team()
  const live = await listen(employee)
  const control = await listen(manager)
  await eventually(async () => {
    await world.pool.query('update businesses set name = name where id = $1', [company.id])
    expect(control.times('changed')).toBeGreaterThan(0)
  })
  await world.poolCredits(company.id, 100)
  await world.pool.query('update credit_lots set remaining = 0 where business_id = $1', [company.id])
  await put(`${url}/people/${employee.id}`, { monthly_limit: 77_000 }, manager)
  await eventually(() => expect(live.times('changed')).toBe(1))

  expect((await remove(url, manager)).statusCode).toBe(200)
  await eventually(() => expect(live.times('changed')).toBe(2))
})
