import type { OrderDetails } from '@keyhour/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { readCalendar } from '../../../test/read-calendar.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ PUBLIC_URL: 'https://keyhour.example' })
type Person = Awaited<ReturnType<typeof world.user>>

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

async function booked(as: Person) {
  const office = await world.office({ name: 'Harbour House', address: 'Rothschild 1, Tel Aviv' })
  const room = await world.subOffice(office.id, { name: 'Lighthouse' })
  await world.unit(office.id, room.id)
  const booking = {
    office_id: office.id,
    sub_office_id: room.id,
    date: '2026-03-05',
    start: '09:00',
    end: '11:00',
  }
  return (await world.post('/api/orders', booking, as)).json<OrderDetails>()
}

/** The newest mail, and its calendar file. */
async function newestMail({ email }: Person) {
  await world.runJobs()
  const [mail] = await world.mailsTo(email)
  const part = (type: string) => mail!.attachments.find(({ mimeType }) => mimeType === type)!
  const content = Buffer.from(part('application/ics').content as ArrayBuffer).toString()
  // The mail parser keeps only the line feed of each line end.
  const calendar = readCalendar(content.replace(/\r?\n/g, '\r\n'))
  return { ...mail!, method: part('text/calendar').method, calendar }
}

test('a booking confirmation says where, when and how much, with a calendar file', async () => {
  const person = await world.user({ name: 'Noa' })
  await world.credits(person.id, 5000)
  const { id } = await booked(person)
  const { subject, text, method, calendar } = await newestMail(person)

  expect(subject).toBe('Booked: Lighthouse · Harbour House')
  expect(text).toContain(
    'Lighthouse · Harbour House is yours: Thursday, 5 March 2026, 09:00–11:00 (Israel time).',
  )
  expect(text).toContain('The address is Rothschild 1, Tel Aviv.')
  expect(text).toContain('The price is ₪118.00 with tax, of which ₪68.00 is left to pay.')
  expect(text).toContain(`https://keyhour.example/order/${id}`)
  expect(method).toBe('REQUEST')
  expect(calendar).toMatchObject({
    method: 'REQUEST',
    uid: `order-${id}@keyhour.example`,
    status: 'CONFIRMED',
    start: '2026-03-05T07:00:00.000Z',
    attendees: [{ value: `mailto:${person.email}`, CN: 'Noa', RSVP: 'FALSE' }],
  })
})

test('a new time and a cancellation are mailed, too, for the same calendar entry', async () => {
  const person = await world.user()
  await world.credits(person.id, 50_000)
  const { id } = await booked(person)
  const first = await newestMail(person)
  world.setNow('2026-03-02T09:00:00.000Z')
  const times = { date: '2026-03-06', start: '10:00', end: '11:00' }
  await world.send({ method: 'PUT', url: `/api/orders/${id}/time`, payload: times }, person)
  const second = await newestMail(person)
  world.setNow('2026-03-02T10:00:00.000Z')
  await world.post(`/api/orders/${id}/cancel`, { refund: 5900 }, person)
  const third = await newestMail(person)

  expect(second.subject).toBe('New time: Lighthouse · Harbour House')
  expect(second.text).toContain('Friday, 6 March 2026, 10:00–11:00 (Israel time)')
  expect(second.text).toContain('The price is now ₪59.00 with tax, paid in full.')
  expect(third.subject).toBe('Cancelled: Lighthouse · Harbour House')
  expect(second.text).toContain('₪59.00 is back in your credits.')
  expect(third.text).toContain('₪59.00 is back in your credits.')
  expect(third.text).not.toContain('the way you paid')
  expect(third.calendar).toMatchObject({ method: 'CANCEL', status: 'CANCELLED' })
  const all = [first, second, third].map(({ calendar }) => calendar)
  expect(new Set(all.map(({ uid }) => uid)).size).toBe(1)
  expect(all.map(({ sequence }) => sequence)).toEqual(
    all.map(({ sequence }) => sequence).sort((a, b) => a - b),
  )
  expect(new Set(all.map(({ sequence }) => sequence)).size).toBe(3)
})

test('a customer who reads Hebrew gets mails in Hebrew', async () => {
  const person = await world.user({ language: 'he', name: 'נועה' })
  await booked(person)
  const { subject, text } = await newestMail(person)

  expect(subject).toBe('ההזמנה אושרה: Lighthouse · Harbour House')
  expect(text).toContain('שלום נועה,')
  expect(text).toContain('יום חמישי, 5 במרץ 2026')
})

test('names and addresses in Latin letters keep their own direction in a Hebrew mail, and no Hebrew letter is attached to them', async () => {
  const person = await world.user({ language: 'he' })
  const { id } = await booked(person)
  const first = await newestMail(person)
  const times = { date: '2026-03-06', start: '10:00', end: '11:00' }
  world.setNow('2026-03-02T09:00:00.000Z')
  await world.send({ method: 'PUT', url: `/api/orders/${id}/time`, payload: times }, person)
  const second = await newestMail(person)
  world.setNow('2026-03-02T10:00:00.000Z')
  await world.post(`/api/orders/${id}/cancel`, { refund: 0 }, person)
  const third = await newestMail(person)

  const place = '\u2068Lighthouse · Harbour House\u2069'
  expect(first.text).toContain(`המקום שמור לך: ${place}, `)
  expect(first.text).toContain('הכתובת: \u2068Rothschild 1, Tel Aviv\u2069.')
  expect(first.html).toContain('הכתובת: <bdi>Rothschild 1, Tel Aviv</bdi>.')
  expect(second.text).toContain(`להזמנה שלך נקבע מועד חדש: ${place}, `)
  expect(third.text).toContain(`ההזמנה שלך בוטלה: ${place}, `)
  expect(third.text).toContain('עדיין לא שילמת דבר, ואין צורך לשלם.')
  for (const { text } of [first, second, third]) expect(text).not.toMatch(/[א-ת]\u2068?Lighthouse/)
})

test.each([
  ['en', 'We will refund ₪68.00 the way you paid.', '₪50.00 is back in your credits.'],
  ['he', /נחזיר לך \S*68.00\s\S+ באמצעי שבו שילמת\./, /50.00\s\S+ הוחזרו לקרדיטים שלך\./],
] as const)(
  'in the language %s credits are refunded already, and the rest will be',
  async (language, rest, credits) => {
    const person = await world.user({ language })
    await world.credits(person.id, 5000)
    const { id } = await booked(person)
    const admin = await world.user({ admin: true })
    await world.post(`/api/admin/orders/${id}/mark_paid`, { amount: 6800, method: 'cash' }, admin)
    await newestMail(person)
    world.setNow('2026-03-02T10:00:00.000Z')
    await world.post(`/api/orders/${id}/cancel`, { refund: 11_800 }, person)
    const { text } = await newestMail(person)

    for (const words of [rest, credits])
      expect(text).toEqual(
        typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
      )
  },
)

test('a failed booking sends no confirmation', async () => {
  const person = await world.user()
  const { Office, SubOffice } = await booked(await world.user())
  const again = {
    office_id: Office.id,
    sub_office_id: SubOffice!.id,
    date: '2026-03-05',
    start: '10:00',
    end: '12:00',
  }
  expect((await world.post('/api/orders', again, person)).statusCode).toBe(409)
  await world.runJobs()

  expect(await world.mailsTo(person.email)).toEqual([])
})

test('mails and calendar files for Hebrew readers use the Hebrew name and address, where there are any', async () => {
  const person = await world.user({ language: 'he' })
  const office = await world.office({
    name: 'Harbour House',
    name_he: 'בית הנמל',
    address: '45 Rothschild Boulevard',
    address_he: 'שדרות רוטשילד 45, תל אביב',
  })
  const room = await world.subOffice(office.id, { name: 'Lighthouse', name_he: 'המגדלור' })
  await world.unit(office.id, room.id)
  const times = { date: '2026-03-05', start: '09:00', end: '11:00' }
  await world.post('/api/orders', { office_id: office.id, sub_office_id: room.id, ...times }, person)
  const { subject, text, calendar } = await newestMail(person)

  expect(subject).toBe('ההזמנה אושרה: המגדלור · בית הנמל')
  expect(text).toContain('הכתובת: שדרות רוטשילד 45, תל אביב.')
  expect(calendar).toMatchObject({
    summary: 'המגדלור · בית הנמל',
    location: 'בית הנמל, שדרות רוטשילד 45, תל אביב',
  })
})
