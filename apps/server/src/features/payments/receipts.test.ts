import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { creditPacks } from '#server/db/schema/credits.ts'
import { payments } from '#server/db/schema/payments.ts'
import { receiptOf } from '#server/features/payments/get-receipt.ts'
import { receiptBlocks } from '#server/features/payments/write-receipt.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ DEMO: 'on', SELLER_NAME: 'Keyhour Ltd.', SELLER_DETAILS: 'VAT 51-123456-7' })
type Person = Awaited<ReturnType<typeof world.user>>

async function order(as: Person) {
  const [pack] = await world.db
    .insert(creditPacks)
    .values({ name: 'Regular · מנוי', credits_amount: 800, price_cents: 69_900, currency: 'ILS' })
    .returning()
  return (await world.post('/api/payments', { credit_pack_id: pack!.id }, as)).json()
}

async function bought(as: Person) {
  const { id } = await order(as)
  await world.post(`/api/payments/${id}/test`, { outcome: 'paid' }, as)
  const [row] = await world.db.select().from(payments).where(eq(payments.id, id))
  return row!
}

const download = (id: number, as: Person) => world.get(`/api/payments/${id}/receipt.pdf`, as)

test('the receipt is attached to the mail, and can be downloaded again', async () => {
  const buyer = await world.user()
  const { id, receipt_number } = await bought(buyer)
  await world.runJobs()
  const reply = await download(id, buyer)
  const [mail] = await world.mailsTo(buyer.email)
  const [file] = mail!.attachments

  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="keyhour-receipt-${receipt_number}.pdf"`,
    'cache-control': 'no-store',
  })
  expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file).toMatchObject({
    filename: `keyhour-receipt-${receipt_number}.pdf`,
    mimeType: 'application/pdf',
  })
  expect(Buffer.from(file!.content as ArrayBuffer).length).toBe(reply.rawPayload.length)
})

test('a receipt shows seller, buyer, number, price before tax, tax and total', async () => {
  const payment = await bought(await world.user({ name: 'Dana Levi' }))
  const blocks = receiptBlocks(receiptOf(payment, 'en'), 'en', world.config)

  expect(blocks).toMatchObject([
    { text: 'Keyhour Ltd.' },
    { text: 'VAT 51-123456-7' },
    { text: `Receipt ${payment.receipt_number}` },
    { pair: ['Date', '2 March 2026'] },
    { pair: ['For', 'Dana Levi'] },
    { pair: ['Paid by', 'Test payment'] },
    { note: 'This was a test payment in a demo. No money was charged.' },
    { rule: true },
    { pair: ['Regular · מנוי (800 credits)', '₪699.00'] },
    { rule: true },
    { pair: ['Before tax', '₪592.37'] },
    { pair: ['Tax (18%)', '₪106.63'] },
    { pair: ['Total', '₪699.00'] },
    { rule: true },
    { text: 'Questions? Please write to hello@keyhour.test.' },
  ])
})

test('a receipt is in the language of the buyer, and keeps the name it was issued to', async () => {
  const buyer = await world.user({ name: 'דנה לוי', language: 'he' })
  const payment = await bought(buyer)
  await world.send(
    { method: 'PUT', url: `/api/users/${buyer.id}`, payload: { name: 'Somebody Else' } },
    buyer,
  )
  const reply = await download(payment.id, buyer)

  expect(reply.rawPayload.toString('latin1')).toContain('/Lang (he)')
  expect(receiptBlocks(receiptOf(payment, 'he'), 'he', world.config)).toContainEqual({
    pair: ['עבור', 'דנה לוי'],
  })
  expect(payment.buyer_name).toBe('דנה לוי')
})

test('a refund is on the receipt, and a purged buyer is not', async () => {
  const payment = await bought(await world.user())
  const blocks = receiptBlocks(
    receiptOf({ ...payment, refunded: 10_000, buyer_name: null }, 'en'),
    'en',
    world.config,
  )

  expect(blocks).toContainEqual({ pair: ['Refunded', '−₪100.00'] })
  expect(blocks).toContainEqual({ pair: ['For', 'A deleted account'] })
})

test('there is no receipt before the payment, and none for others than the buyer and admins', async () => {
  const buyer = await world.user()
  const open = await order(buyer)
  const { id } = await bought(buyer)
  const missing = await download(open.id, buyer)
  const foreign = await download(id, await world.user())

  expect([missing.statusCode, missing.json().detail]).toEqual([404, 'There is no receipt for this payment.'])
  expect([foreign.statusCode, foreign.json().detail]).toEqual([404, 'This payment does not exist.'])
  expect((await download(id, await world.user({ admin: true }))).statusCode).toBe(200)
  expect((await download(999_999, await world.user({ admin: true }))).statusCode).toBe(404)
})

test('a deleted user gets no mail', async () => {
  const buyer = await world.user()
  await bought(buyer)
  await world.deletion(buyer.id)
  await world.runJobs()

  expect(await world.mailsTo(buyer.email)).toEqual([])
})
