import { expect, test } from 'vitest'
import { creditPacks } from '#server/db/schema/credits.ts'
import { mailDispute } from '#server/features/payment-management/mail-refund.ts'
import { findPayment } from '#server/features/payments/queries.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ CONTACT_EMAIL: 'office@keyhour.test' })
const admin = await world.user({ admin: true })

/** Orders a pack on invoice, on behalf of a company with two managers. */
async function ordered(billing_email: string | null, buyerLanguage: 'en' | 'he' = 'en') {
  const buyer = await world.user({ name: 'Tamar Peretz', language: buyerLanguage })
  const [second, employee] = [await world.user(), await world.user()]
  const company = await world.company(buyer.id, { name: 'Lumen', billing_email })
  await world.employee(company.id, second.id, { role: 'manager' })
  await world.employee(company.id, employee.id)
  const [pack] = await world.db
    .insert(creditPacks)
    .values({ name: 'Team', credits_amount: 500, price_cents: 45_000, currency: 'ILS' })
    .returning()
  const order = { credit_pack_id: pack!.id, business_id: company.id }
  const { id } = (await world.post('/api/payments', order, buyer)).json()
  return { buyer, second, employee, company, id: id as number }
}

const markPaid = (id: number) =>
  world.post(`/api/admin/payments/${id}/mark_paid`, { amount: 45_000, reference: 'Bank' }, admin)
const refund = (id: number) =>
  world.post(`/api/admin/payments/${id}/refunds`, { amount: 9000, reason: 'Too many' }, admin)

test('every manager and the billing address are told how to pay, of the receipt and of refunds, each once', async () => {
  const { buyer, second, employee, company, id } = await ordered('bills@lumen.test')
  expect((await markPaid(id)).statusCode).toBe(200)
  expect((await refund(id)).statusCode).toBe(200)
  await world.runJobs()

  for (const email of [buyer.email, second.email, 'bills@lumen.test']) {
    const mails = await world.mailsTo(email)
    const about = (start: string) => mails.filter(({ subject }) => subject?.startsWith(start))
    expect(mails).toHaveLength(3)
    expect(about(`Order ${id} of Lumen`)[0]!.text).toContain('“Team” was ordered on behalf of Lumen')
    expect(about('Receipt ')[0]).toMatchObject({
      text: expect.stringContaining('Lumen has 500 more credits'),
      attachments: [{ mimeType: 'application/pdf' }],
    })
    expect(about('A refund of ₪90.00 for Lumen')[0]!.text).toContain('were removed from Lumen’s pool')
    for (const { text } of mails) {
      expect(text).toContain(`/company/${company.id}/credits`)
      expect(text).not.toMatch(/your account|your credits/i)
    }
  }
  expect(await world.mailsTo(employee.email)).toEqual([])
})

test('a manager whose address is the billing address gets each mail once', async () => {
  const { company, id, second } = await ordered(null)
  const billing = second.email.toUpperCase()
  await world.pool.query('update businesses set billing_email = $2 where id = $1', [company.id, billing])
  await markPaid(id)
  await world.runJobs()

  const mails = [...(await world.mailsTo(second.email)), ...(await world.mailsTo(billing))]
  expect(mails.filter(({ subject }) => subject?.startsWith('Receipt'))).toHaveLength(1)
})

test('a buyer who has left the company hears no more of its packs, the others do', async () => {
  const { buyer, second, company, id } = await ordered(null)
  await world.pool.query('delete from business_members where business_id = $1 and user_id = $2', [
    company.id,
    buyer.id,
  ])
  await markPaid(id)
  await world.runJobs()

  const subjects = async (email: string) => (await world.mailsTo(email)).map(({ subject }) => subject)
  expect(await subjects(buyer.email)).toEqual([`Order ${id} of Lumen: 500 credits`])
  expect(await subjects(second.email)).toContainEqual(expect.stringMatching(/^Receipt/))
})

test('the billing address is written to in the language of the buyer, and no name in the mail is a link', async () => {
  const { company, id } = await ordered('hebrew@lumen.test', 'he')
  await world.pool.query(`update businesses set name = 'evil.test/prize' where id = $1`, [company.id])
  await markPaid(id)
  await world.runJobs()

  const receipt = (await world.mailsTo('hebrew@lumen.test')).find(({ subject }) => subject?.includes('קבלה'))
  expect(receipt!.text).toContain('500 קרדיטים נוספו לחברה')
  for (const words of [receipt!.text, receipt!.html]) expect(words).not.toContain('evil.test/')
})

test('the office reads which company ordered, where to send the bank details, and whose payment is disputed', async () => {
  const { buyer, id } = await ordered('pay@lumen.test')
  await mailDispute(world, world.db, (await findPayment(world.db, id))!, 45_000)
  await world.runJobs()

  const mails = await world.mailsTo('office@keyhour.test')
  const text = (subject: string) => mails.find((mail) => mail.subject?.startsWith(subject))!.text
  expect(text(`Order ${id} on invoice`)).toContain(
    `Tamar Peretz (${buyer.email}) ordered “Team” on behalf of Lumen for ₪450.00`,
  )
  expect(text(`Order ${id} on invoice`)).toContain('Please send the bank details to pay@lumen.test')
  expect(text(`Payment ${id} is disputed`)).toContain('₪450.00 for “Team” of Lumen')
})
