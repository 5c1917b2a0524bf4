import { crc32, inflateRawSync } from 'node:zlib'
import { OrderSort } from '@keyhour/contract/all-orders'
import { expect, test } from 'vitest'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const boss = await world.user({ admin: true })
const maya = await world.user({ name: '=HYPERLINK("http://evil.test")' })
const noa = await world.user({ name: 'נועה "הים", לוי' })
const office = await world.office({ name: 'Office, with\ncomma' })
const room = await world.subOffice(office.id, { name: '@Room <1> & co' })
await world.pool.query(`insert into profiles (user_id, phone) values ($1, '+972501234567')`, [maya.id])
const booked = await world.order({
  office_id: office.id,
  sub_office_id: room.id,
  user_id: maya.id,
  date: '2026-03-01T07:00:00Z',
  start: '2026-03-26T22:00:00Z',
  end: '2026-03-27T21:00:00Z',
  total_price: 9999,
  payment_status: 'part credit',
})
const visit = await world.order({
  office_id: office.id,
  user_id: noa.id,
  date: '2026-02-28T07:00:00Z',
  start: '2026-02-28T07:00:00Z',
  end: null,
  booking_type: 'on_demand',
  total_price: null,
  cancelled_at: '2026-02-28T08:30:00Z',
})

const take = (query: string) => world.get(`/api/admin/all-orders/export?${query}`, boss)

test('a CSV file opens correctly in Excel: it has a byte order mark and quotes, and no formulas', async () => {
  const reply = await take('format=csv')
  const lines = reply.body.split('\r\n')

  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="keyhour-orders.csv"',
    'x-total-count': '2',
  })
  expect(reply.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(lines).toEqual([
    '\ufeffOrder ID,Order Date,Service Start,Service End,Service Duration,Office Name,Sub-Office Name,User ID,User Name,User Email,User Phone,Base Price,Sub-Office Price,Taxes (18%),Total Billed,Co. Commission (30%),Net to Sub-Office,Payment Status & Method,Left to Pay,Cancelled,Currency,Time Zone,Tax %',
    `${booked.id},2026-03-01 09:00:00,2026-03-27 00:00:00,2026-03-28 00:00:00,23.0 hours,"Office, with\ncomma",'@Room <1> & co,${maya.id},"'=HYPERLINK(""http://evil.test"")",${maya.email},'+972501234567,50.00,99.99,18.00,117.99,30.00,69.99,Partly Credit,117.99,,ILS,Asia/Jerusalem,18`,
    `${visit.id},2026-02-28 09:00:00,2026-02-28 09:00:00,Ongoing,N/A,"Office, with\ncomma",N/A,${noa.id},"נועה ""הים"", לוי",${noa.email},N/A,50.00,0.00,0.00,0.00,0.00,0.00,Pending,0.00,2026-02-28 10:30:00,ILS,Asia/Jerusalem,18`,
    '',
  ])
})

test('the file has the filtered orders, in the language of the request', async () => {
  const reply = await take('format=csv&language=he&payment_status=Pending')

  expect(reply.headers['x-total-count']).toBe('1')
  expect(reply.body).toContain('מספר הזמנה')
  expect(reply.body).toContain('אימייל המשתמש')
  expect(reply.body).toContain('ללא שעת סיום')
  expect(reply.body.split('\r\n')).toHaveLength(3)
})

test('an order that waits for its card payment says so in the file', async () => {
  const { id } = await world.order({
    office_id: office.id,
    user_id: maya.id,
    pay_until: '2026-03-02T08:15:00.000Z',
  })
  const lines = (await take('format=csv')).body.split('\r\n')
  await world.pool.query('delete from orders where id = $1', [id])

  expect(lines.find((line) => line.startsWith(`${id},`))).toContain(',Waiting for payment,')
})

/** The files of the archive with their checksums verified. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const files = new Map<string, string>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, packed, size] = [16, 20, 24].map((from) => archive.readUInt32LE(at + from))
    const nameLength = archive.readUInt16LE(at + 28)
    const begins = archive.readUInt32LE(at + 42) + 30 + nameLength
    const bytes = inflateRawSync(archive.subarray(begins, begins + packed!))
    expect([bytes.length, crc32(bytes)]).toEqual([size, crc])
    files.set(archive.toString('utf8', at + 46, at + 46 + nameLength), bytes.toString())
    at += 46 + nameLength
  }
  return files
}

test('a workbook stores texts, numbers and dates as such, and freezes its headings', async () => {
  const reply = await take('format=xlsx')
  const files = unzip(reply.rawPayload)
  const sheet = files.get('xl/worksheets/sheet1.xml')!

  expect(reply.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="keyhour-orders.xlsx"',
    'x-total-count': '2',
  })
  expect([...files.keys()].sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ])
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet.match(/<row>/g)).toHaveLength(3)
  expect(sheet).toContain(
    `<row><c><v>${booked.id}</v></c><c s="2"><v>46082.375</v></c><c s="2"><v>46108</v></c>`,
  )
  expect(sheet).toContain('<c s="7"><v>117.99</v></c>')
  expect(files.get('xl/styles.xml')).toContain('<numFmt numFmtId="167" formatCode="[$₪-40D]#,##0.00"/>')
  expect(files.get('xl/styles.xml')).toContain('<xf numFmtId="167" applyNumberFormat="1"/>')
  expect(sheet).toContain('<c t="inlineStr" s="4"><is><t xml:space="preserve">@Room')
  expect(files.get('xl/styles.xml')).toContain('<xf quotePrefix="1"/>')
  expect(sheet).toContain('>=HYPERLINK(&quot;http://evil.test&quot;)</t>')
  expect(sheet).toContain('>@Room &lt;1&gt; &amp; co</t>')
  expect(sheet).toContain('>נועה &quot;הים&quot;, לוי</t>')
  expect(sheet).not.toContain('rightToLeft')
  expect(unzip((await take('format=xlsx&language=he')).rawPayload).get('xl/worksheets/sheet1.xml')).toContain(
    'rightToLeft="1"',
  )
})

test('the file is sorted like the list', async () => {
  const idsIn = async (query: string) => {
    const [, ...lines] = (await take(`format=csv&office=comma&${query}`)).body.trim().split('\r\n')
    return lines.map((line) => Number.parseInt(line, 10))
  }
  const idsListed = async (query: string) =>
    (await world.get(`/api/admin/all-orders?office=comma&${query}`, boss))
      .json<{ id: number }[]>()
      .map(({ id }) => id)

  expect(await idsIn('sort=billed&direction=asc')).toEqual([visit.id, booked.id])
  for (const sort of OrderSort.options)
    for (const direction of ['asc', 'desc'])
      expect([sort, direction, await idsIn(`sort=${sort}&direction=${direction}`)]).toEqual([
        sort,
        direction,
        await idsListed(`sort=${sort}&direction=${direction}`),
      ])
  expect(
    unzip((await take('format=xlsx&sort=start&direction=asc')).rawPayload).get('xl/worksheets/sheet1.xml'),
  ).toMatch(new RegExp(`<v>${visit.id}</v>.*<row><c><v>${booked.id}</v>`, 's'))
})

test('an export without orders still has headings', async () => {
  const files = unzip((await take('format=xlsx&office=nowhere')).rawPayload)

  expect(files.get('xl/worksheets/sheet1.xml')!.match(/<row>/g)).toHaveLength(1)
  expect((await take('format=csv&office=nowhere')).body.split('\r\n')).toHaveLength(2)
})

test('each export is audited with its filter', async () => {
  await take('format=csv&office=comma&from=2026-03-01&to=2026-03-31')
  const { rows } = await world.pool.query(
    `select actor_id::integer, subject_id::integer, details from audit_log where action = 'export orders' order by id desc limit 1`,
  )

  expect(rows).toEqual([
    {
      actor_id: boss.id,
      subject_id: boss.id,
      details: {
        format: 'csv',
        date_type: 'order_date',
        office: 'comma',
        from: '2026-03-01',
        to: '2026-03-31',
        rows: 1,
        is_more: false,
      },
    },
  ])
})

test('only admins can export', async () => {
  expect((await world.get('/api/admin/all-orders/export?format=csv', maya)).statusCode).toBe(403)
  expect((await take('format=pdf')).statusCode).toBe(422)
})
