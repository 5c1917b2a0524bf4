import { beforeEach, expect, test } from 'vitest'
import { warnOfPoolExpiry } from '#server/features/businesses/warn-of-pool-expiry.ts'
import { warnOfExpiry } from '#server/features/credits/warn-of-expiry.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ PUBLIC_URL: 'https://keyhour.example' })
type Person = Awaited<ReturnType<typeof world.user>>

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

const WARNING = 'Some of your credits are about to expire'

/** The last day is 20 March. */
async function lot(person: Person, amount = 5000, expires_at = '2026-03-21T00:00:00Z') {
  const id = await world.credits(person.id, amount, expires_at)
  await world.pool.query(`update credit_lots set created_at = '2026-03-01T00:00:00Z' where id = $1`, [id])
  return id
}

async function warningsTo({ email }: Person) {
  await world.runJobs()
  return (await world.mailsTo(email)).filter(({ subject }) => subject === WARNING)
}

test('a person is warned once, seven days before the last day', async () => {
  const person = await world.user()
  await lot(person)
  world.setNow('2026-03-12T23:59:00.000Z')
  await warnOfExpiry.run(world, {})
  expect(await warningsTo(person)).toEqual([])

  world.setNow('2026-03-13T07:23:00.000Z')
  await warnOfExpiry.run(world, {})
  world.setNow('2026-03-14T07:23:00.000Z')
  await warnOfExpiry.run(world, {})
  const [mail, ...more] = await warningsTo(person)
  expect(more).toEqual([])
  expect(mail!.text).toContain('Credits worth ₪50.00 expire after 20 March 2026.')
  expect(mail!.text).toContain('https://keyhour.example/credits')
})

test('one mail names all lots of a person that expire, with their currencies', async () => {
  const person = await world.user({ language: 'he' })
  await lot(person)
  await world.pool.query(`update credit_lots set currency = 'GBP' where id = $1`, [
    await lot(person, 1250, '2026-03-20T00:00:00Z'),
  ])
  await lot(person, 9900, '2026-05-01T00:00:00Z')
  world.setNow('2026-03-13T07:23:00.000Z')
  await warnOfExpiry.run(world, {})
  await world.runJobs()
  const mails = await world.mailsTo(person.email)

  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toMatch(/12\.50.*עד 19 במרץ 2026/)
  expect(mails[0]!.text).toMatch(/50\.00.*עד 20 במרץ 2026/)
  expect(mails[0]!.text).not.toContain('99.00')
})

test('servers that warn at the same time warn each person once', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => world.user()))
  for (const person of people) await lot(person)
  world.setNow('2026-03-13T07:23:00.000Z')
  await Promise.all([1, 2, 3].map(() => warnOfExpiry.run(world, {})))

  for (const person of people) expect(await warningsTo(person)).toHaveLength(1)
})

test('nobody is warned of what is spent, has expired, never expires, or lasts a week at most', async () => {
  const people = {
    spent: await world.user(),
    expired: await world.user(),
    lasting: await world.user(),
    brief: await world.user(),
    gone: await world.user(),
  }
  await world.pool.query('update credit_lots set remaining = 0 where id = $1', [await lot(people.spent)])
  await lot(people.expired, 5000, '2026-03-13T00:00:00Z')
  await world.credits(people.lasting.id, 5000)
  const brief = await lot(people.brief, 5000, '2026-03-19T00:00:00Z')
  await world.pool.query(`update credit_lots set created_at = '2026-03-12T00:00:00Z' where id = $1`, [brief])
  await lot(people.gone)
  await world.pool.query('update users set deleted_at = now() where id = $1', [people.gone.id])
  world.setNow('2026-03-13T07:23:00.000Z')
  await warnOfExpiry.run(world, {})

  for (const person of Object.values(people)) expect(await warningsTo(person)).toEqual([])
})

test('the managers of a company are warned once of credits that expire, and its employees are not', async () => {
  const [manager, second, employee] = [
    await world.user(),
    await world.user({ language: 'he' }),
    await world.user(),
  ]
  const company = await world.company(manager.id, { name: 'Lumen' })
  await world.employee(company.id, second.id, { role: 'manager' })
  await world.employee(company.id, employee.id)
  const id = await world.poolCredits(company.id, 5000, '2026-03-21T00:00:00Z')
  await world.pool.query(`update credit_lots set created_at = '2026-03-01T00:00:00Z' where id = $1`, [id])
  for (const day of ['12', '13', '14']) {
    world.setNow(`2026-03-${day}T07:29:00.000Z`)
    await warnOfExpiry.run(world, {})
    await Promise.all([warnOfPoolExpiry.run(world, {}), warnOfPoolExpiry.run(world, {})])
    await world.runJobs()
    expect(await world.mailsTo(manager.email)).toHaveLength(day === '12' ? 0 : 1)
  }

  const [mail] = await world.mailsTo(manager.email)
  expect(mail!.subject).toBe('Some of Lumen’s credits are about to expire')
  expect(mail!.text).toContain('Credits worth ₪50.00 expire after 20 March 2026.')
  expect(mail!.text).toContain(`https://keyhour.example/company/${company.id}/credits`)
  expect((await world.mailsTo(second.email))[0]!.text).toMatch(/50\.00.*עד 20 במרץ 2026/)
  expect(await world.mailsTo(employee.email)).toEqual([])
})
