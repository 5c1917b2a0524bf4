import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createDeflate } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import type { MessageAttachment } from '@keyhour/contract/attachments'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { purgeAccounts } from '#server/features/account-deletion/purge-accounts.ts'
import { copyPdf } from '#server/features/attachments/copy-pdf.ts'
import { keepAttachments } from '#server/features/attachments/keep-attachments.ts'
import { sweepFiles } from '#server/features/pictures/sweep-files.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const admin = await world.user({ admin: true })

let senders = 0
const given = (name: string, content: Uint8Array) => ({
  name,
  content: Buffer.from(content).toString('base64'),
})
function send(attachments: object[], more: object = {}) {
  senders += 1
  return world.send({
    method: 'POST',
    url: '/api/contact/',
    payload: { email: `sender-${senders}@keyhour.test`, message: 'See the files', attachments, ...more },
    remoteAddress: `10.0.0.${senders}`,
  })
}

const listOf = async (id: number) =>
  (await world.get(`/api/contact/${id}/attachments`, admin)).json<MessageAttachment[]>()
const storedFiles = () => readdir(join(world.dataDir, 'files/message_attachments')).catch(() => [])

const jpeg = () =>
  sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#e0a23a' } })
    .withExif({ IFD0: { Copyright: 'Dana' } })
    .jpeg()
    .toBuffer()

/** With a script, a link that starts a program, an attached file, a drawing that lies elsewhere and a filled field. */
async function livelyPdf(pages = 1): Promise<Uint8Array> {
  const made = await PDFDocument.create()
  for (let page = 0; page < pages; page += 1) made.addPage([300, 300])
  const page = made.getPage(0)
  made.addJavaScript('hello', 'app.alert(1)')
  await made.attach(Buffer.from('MZ program'), 'setup.exe', { mimeType: 'application/octet-stream' })
  const script = { S: 'JavaScript', JS: PDFString.of('app.alert(2)') }
  const link = {
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [0, 0, 9, 9],
    A: { S: 'Launch', F: PDFString.of('cmd.exe') },
  }
  page.node.set(PDFName.of('AA'), made.context.obj({ O: script }))
  page.node.set(PDFName.of('Annots'), made.context.obj([link]))
  const elsewhere = {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, 9, 9],
    F: PDFString.of('https://evil.test/drawing'),
    FFilter: 'FlateDecode',
    FDecodeParms: { Columns: 7 },
    Ref: { F: PDFString.of('other.pdf'), Page: 0 },
    OPI: { '2.0': { Type: 'OPI', F: PDFString.of('print.tif') } },
  }
  page.node.setXObject(PDFName.of('Drawing'), made.context.register(made.context.stream('q Q', elsewhere)))
  const field = made.getForm().createTextField('name')
  field.setText('Dana')
  field.addToPage(page)
  return made.save({ useObjectStreams: false })
}

const LIVELY = /alert|cmd\.exe|setup|EmbeddedFile|JavaScript|Launch|AcroForm|Annot/
const ELSEWHERE = ['evil.test', '/FFilter', '/FDecodeParms', 'other.pdf', 'print.tif', '/OPI']
const plainText = async (pdf: Uint8Array) =>
  Buffer.from(await (await PDFDocument.load(pdf)).save({ useObjectStreams: false })).toString('latin1')

test('a picture and a PDF arrive as new files without what does not show, and only admins read them', async () => {
  const lively = await livelyPdf(2)
  expect(await plainText(lively)).toMatch(LIVELY)
  expect(ELSEWHERE.filter((trace) => !Buffer.from(lively).includes(trace))).toEqual([])
  const sent = await send([given('../תכנית\u202e.v2.pdf', lively), given('photo.JPG', await jpeg())])
  expect(sent.statusCode).toBe(200)
  const { id } = sent.json()

  const [plan, photo] = await listOf(id)
  expect([plan, photo]).toMatchObject([
    { name: 'תכנית.v2.pdf', content_type: 'application/pdf' },
    { name: 'photo.webp', content_type: 'image/webp' },
  ])
  const read = (one: MessageAttachment | undefined, as?: typeof admin) =>
    world.get(`/api/contact/${id}/attachments/${one!.id}`, as)
  const [pdf, picture] = [await read(plan, admin), await read(photo, admin)]
  const copied = await plainText(pdf.rawPayload)
  expect(copied).not.toMatch(LIVELY)
  expect(copied).toContain('/Drawing')
  expect(ELSEWHERE.filter((trace) => copied.includes(trace))).toEqual([])
  expect((await PDFDocument.load(pdf.rawPayload)).getPageCount()).toBe(2)
  expect(pdf.rawPayload).toHaveLength(plan!.bytes)
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 2560 })
  expect((await sharp(picture.rawPayload).metadata()).exif).toBeUndefined()
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('תכנית.v2.pdf')}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect([(await read(plan)).statusCode, (await read(plan, await world.user())).statusCode]).toEqual([
    401, 403,
  ])
  expect((await world.get(`/api/contact/${id + 1}/attachments/${plan!.id}`, admin)).statusCode).toBe(404)
})

test('a thread that cannot be started does not stop the PDFs after it', async () => {
  const uncopyable = (() => undefined) as unknown as Buffer
  await expect(copyPdf(uncopyable)).rejects.toThrow('could not be cloned')

  expect(await copyPdf(Buffer.from(await livelyPdf()))).toBeInstanceOf(Uint8Array)
})

/** In chunks, so that the test itself needs little memory. */
function* spaces(megabytes: number) {
  const megabyte = Buffer.alloc(1024 * 1024, ' ')
  for (let made = 0; made < megabytes; made += 1) yield megabyte
}

/** A good page, and beside it a list of objects that unpacks to so many megabytes. */
async function bomb(megabytes: number): Promise<Buffer> {
  const made = await PDFDocument.create()
  made.addPage()
  const unpacked = Readable.from([Buffer.from('99 0 null'), ...spaces(megabytes)])
  const packed = await buffer(unpacked.pipe(createDeflate()))
  // pdf-lib does not write a list of objects that it did not make itself.
  const list = { Type: 'ObjXxx', N: 1, First: 5, Filter: 'FlateDecode' }
  made.context.register(made.context.stream(packed, list))
  const saved = Buffer.from(await made.save({ useObjectStreams: false }))
  return Buffer.from(saved.toString('latin1').replace('/ObjXxx', '/ObjStm'), 'latin1')
}

test('a PDF that unpacks to more than the limit is stopped for that alone', async () => {
  const [pdf, limits] = [await bomb(4), { ms: 100_000, unpackedBytes: 1024 * 1024 }]

  expect(await copyPdf(pdf, limits)).toBe('too much memory')
  const copied = await copyPdf(pdf, { ...limits, unpackedBytes: 16 * 1024 * 1024 })
  expect((await PDFDocument.load(copied)).getPageCount()).toBe(1)
})

test('a PDF that takes too long is stopped', async () => {
  const limits = { ms: 1, unpackedBytes: 1024 * 1024 }

  expect(await copyPdf(Buffer.from(await livelyPdf()), limits)).toBe('too slow')
})

async function lockedPdf(): Promise<Uint8Array> {
  const made = await PDFDocument.create()
  made.addPage()
  made.encrypt({ userPassword: 'secret', ownerPassword: 'secret' })
  return made.save()
}

const DAMAGED = 'This file is damaged and cannot be read. Please save it again or choose another one.'
const COMPLEX =
  'This PDF is too complex for us to check. Please send a simpler one, or pictures of its pages.'
const OTHER = 'This is neither a picture nor a PDF. Please choose a JPEG, PNG, WebP, AVIF or PDF file.'

test.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
  ['a program', () => Buffer.from('MZ program'), OTHER],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), OTHER],
  ['half a picture', async () => (await jpeg()).subarray(0, 4000), DAMAGED],
  ['half a PDF', async () => (await livelyPdf()).subarray(0, 600), DAMAGED],
  ['a PDF that unpacks to 200 MB', () => bomb(200), COMPLEX],
  ['a PDF with a password', lockedPdf, 'This PDF is locked with a password. Please send one without.'],
  ['a long PDF', () => livelyPdf(201), 'This PDF has more than 200 pages. Please send fewer.'],
])('%s is refused by name, and nothing is kept', { timeout: 60_000 }, async (_what, make, msg) => {
  const before = await storedFiles()
  const reply = await send([given('good.jpg', await jpeg()), given('bad.pdf', await make())])

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toEqual([
    { loc: ['body', 'attachments', '1'], msg, input: 'bad.pdf', type: 'custom' },
  ])
  expect(await storedFiles()).toEqual(before)
})

const TOO_SLOW = 'Checking the files took too long. Please send fewer or smaller ones.'

test('all PDFs of a message share one time, and pictures need none of it', async () => {
  const [limits, pdf] = [{ ms: 100_000, unpackedBytes: 1024 * 1024 }, Buffer.from(await livelyPdf())]
  await copyPdf(pdf, limits)
  const afterOne = limits.ms
  await copyPdf(pdf, limits)
  expect([afterOne < 100_000, limits.ms < afterOne]).toEqual([true, true])

  const files = [
    { name: 'a.jpg', content: await jpeg() },
    { name: 'b.pdf', content: pdf },
  ]
  const late = keepAttachments(world, files, async () => 'kept', { ...limits, ms: 0 })
  await expect(late).rejects.toMatchObject({
    body: { detail: [{ loc: ['body', 'attachments', '1'], msg: TOO_SLOW }] },
  })
})

test('after the first bad file no other is looked at', async () => {
  const reply = await send([given('a.pdf', Buffer.from('MZ')), given('b.pdf', Buffer.from('MZ'))])

  expect(reply.json().detail).toMatchObject([{ loc: ['body', 'attachments', '0'] }])
})

test('at most five files with 10 MB together are taken', async () => {
  const [one, big] = [given('a.jpg', Buffer.from('a')), given('b.pdf', Buffer.alloc(5_000_001, '%PDF-'))]

  expect((await send(Array(6).fill(one))).json().detail).toMatchObject([
    { loc: ['body', 'attachments'], msg: 'Should have at most 5 files' },
  ])
  expect((await send([big, big])).json().detail).toMatchObject([
    {
      loc: ['body', 'attachments'],
      msg: 'The files are larger than 10 MB together. Please send fewer or smaller ones.',
    },
  ])
  expect((await send([big, big, big])).statusCode).toBe(413)
})

test('a server that dies between the file and the message leaves a file that the sweep removes', async () => {
  const [{ id }, before] = [(await send([given('a.jpg', await jpeg())])).json(), await storedFiles()]
  const dies = keepAttachments(world, [{ name: 'b.jpg', content: await jpeg() }], () => {
    throw new Error('killed')
  })
  await expect(dies).rejects.toThrow('killed')
  expect(await storedFiles()).toHaveLength(before.length + 1)
  const start = world.now().getTime()
  for (const day of [100, 131]) {
    const written = new Date(start)
    for (const name of await storedFiles())
      await utimes(join(world.dataDir, 'files/message_attachments', name), written, written)
    world.setNow(new Date(start + day * 24 * 3_600_000).toISOString())
    await sweepFiles.run(world, {})
  }

  expect(await storedFiles()).toEqual(before)
  expect(await listOf(id)).toHaveLength(1)
})

test('with an account, the files that were sent from its address go too', async () => {
  const person = await world.user({ email: 'Leaving@keyhour.test' })
  const { id } = (await send([given('me.jpg', await jpeg())], { email: 'leaving@keyhour.test' })).json()
  const before = await storedFiles()
  await world.deletion(person.id)
  world.setNow(new Date(world.now().getTime() + 8 * 24 * 3_600_000).toISOString())
  await purgeAccounts.run(world, {})
  world.setNow(new Date(world.now().getTime() + 1000).toISOString())
  await sweepFiles.run(world, {})

  expect(await listOf(id)).toEqual([])
  expect(await storedFiles()).toHaveLength(before.length - 1)
})

test('while four PDFs are being checked or wait, further ones are refused for a minute', async () => {
  const files = [{ name: 'a.pdf', content: Buffer.from(await livelyPdf()) }]
  const noTime = { ms: 0, unpackedBytes: 0 }
  const keep = () => keepAttachments(world, files, async () => 'kept', noTime)
  const results = await Promise.allSettled(Array.from({ length: 6 }, keep))

  const checked = { reason: { body: { detail: [{ msg: TOO_SLOW }] } } }
  const busy = {
    reason: {
      statusCode: 503,
      message: 'We are checking many files right now. Please try again in a minute.',
      headers: { 'retry-after': 60 },
    },
  }
  expect(results).toMatchObject([checked, checked, checked, checked, busy, busy])
  expect(await Promise.allSettled([keep()])).toMatchObject([checked])
})
