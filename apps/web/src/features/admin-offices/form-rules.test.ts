import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { expect, test } from 'vitest'
import { sampleAdminOffice, sampleSpace } from '#test/samples.ts'
import {
  capitalised,
  checkOffice,
  checkSubOffice,
  coordinate,
  errorsOf,
  fieldOf,
  infoOf,
  nightfall,
  OFFICE_PARTS,
  type OfficeDraft,
  officeDraftOf,
  pinOf,
  placesOf,
  SUB_OFFICE_PARTS,
  type SubOfficeDraft,
  shownInput,
  subOfficeDraftOf,
} from '#web/features/admin-offices/form-rules.ts'

const office = (change: Partial<AdminOffice> = {}) => sampleAdminOffice(change)
const draft = (change: Partial<OfficeDraft> = {}): OfficeDraft => ({ ...officeDraftOf(office()), ...change })
const spaceDraft = (change: Partial<SubOfficeDraft> = {}): SubOfficeDraft => ({
  ...subOfficeDraftOf(sampleSpace()),
  ...change,
})
const problemsOf = ({ problems }: ReturnType<typeof checkOffice> | ReturnType<typeof checkSubOffice>) =>
  problems?.map((problem) => [fieldOf(problem), problem.msg])
const line = (key: string, value: string) => ({ id: crypto.randomUUID(), key, value })

test('an unchanged office is sent as stored, without its password', () => {
  const { body } = checkOffice(draft())
  const { id, version, createdAt, deleted_at, sub_offices, integrations, wifi_password, ...fields } = office()

  expect(body).toMatchObject({
    name: fields.name,
    lat: fields.lat,
    open_hours: fields.open_hours,
    price_per_hour: fields.price_per_hour,
    wifi_name: fields.wifi_name,
    additional_info: null,
    phone_number: null,
  })
  expect(body).not.toHaveProperty('wifi_password')
})

test('a new office needs a name, an address and coordinates', () => {
  expect(problemsOf(checkOffice(officeDraftOf(null)))).toEqual([
    ['name', 'Cannot be empty'],
    ['lat', 'Cannot be empty'],
    ['lon', 'Cannot be empty'],
    ['address', 'Cannot be empty'],
  ])
})

test('a sub-office needs a name, a capacity and three prices', () => {
  expect(problemsOf(checkSubOffice(subOfficeDraftOf(null)))).toEqual([
    ['name', 'Cannot be empty'],
    ['capacity', 'Cannot be empty'],
    ['price_per_hour', 'Cannot be empty'],
    ['price_per_day', 'Cannot be empty'],
    ['price_per_week', 'Cannot be empty'],
  ])
})

test('the monthly price and the old price are optional', () => {
  expect(checkSubOffice(spaceDraft({ price_per_month: '', price: '' })).body).toMatchObject({
    price_per_month: null,
    price: null,
    price_per_hour: 5000,
  })
})

test('an invalid number is reported at its field, with what was typed', () => {
  const { problems } = checkOffice(draft({ lat: '91', lon: 'east', free_cancel_hours: '' }))

  expect(problems).toEqual([
    { loc: ['body', 'lat'], msg: 'Should be from -90 to 90', input: 91 },
    { loc: ['body', 'lon'], msg: 'Should be a number' },
    { loc: ['body', 'free_cancel_hours'], msg: 'Should be a whole number from 0 to 8760' },
  ])
})

test('a decimal comma is accepted', () => {
  expect(checkSubOffice(spaceDraft({ price_per_hour: ' 49,9 ' })).body).toMatchObject({
    price_per_hour: 4990,
  })
})

test('an office that is open around the clock has no opening hours', () => {
  expect(checkOffice(draft({ around_the_clock: true })).body).toMatchObject({
    open_hours: null,
    close_hours: null,
  })
  expect(problemsOf(checkOffice(draft({ close_hours: '' })))).toEqual([
    [
      'close_hours',
      'Enter both an opening and a closing time, or neither if the office is open around the clock.',
    ],
  ])
})

test('a typed password is sent, and a removed one is cleared', () => {
  expect(draft().wifi_password).toBeNull()
  expect(checkOffice(draft({ wifi_password: 'sesame' })).body).toMatchObject({ wifi_password: 'sesame' })
  expect(checkOffice(draft({ wifi_password: '' })).body).toMatchObject({ wifi_password: null })
})

test('additional info drops rows without a key, and is null without rows', () => {
  expect(infoOf([line(' Floor ', '3'), line('  ', 'lost')])).toEqual({ Floor: '3' })
  expect(infoOf([line('', 'lost')])).toBeNull()
  expect(infoOf([])).toBeNull()
})

test('a repeated key of additional info is refused', () => {
  const additional_info = [line('Floor', '3'), line('Floor ', '4')]

  expect(problemsOf(checkOffice(draft({ additional_info })))).toEqual([
    ['additional_info', 'Each key can be used only once'],
  ])
  const space = { ...subOfficeDraftOf(sampleSpace()), additional_info }
  expect(problemsOf(checkSubOffice(space))).toEqual([['additional_info', 'Each key can be used only once']])
})

test('stored pictures are sent by file name and new ones as data URLs, in order', () => {
  const [stored] = officeDraftOf(office({ pictures: ['loft.webp'] })).pictures
  const fresh = { id: '1', name: 'IMG_1.jpg', preview: 'data:,', data: 'data:image/webp;base64,AAAA' }

  expect(stored?.preview).toBe('/static/office_images/loft_320.webp')
  expect(checkOffice(draft({ pictures: [fresh, stored!] })).body?.pictures).toEqual([
    'data:image/webp;base64,AAAA',
    'loft.webp',
  ])
})

test('no-shows are released after 10 to 240 minutes, or never', () => {
  const sent = (change: object) => checkOffice(draft(change))
  expect(sent({ no_show_minutes: '' }).body?.no_show_minutes).toBeNull()
  expect(sent({ no_show_minutes: '15', no_show_refund: 'none' }).body).toMatchObject({
    no_show_minutes: 15,
    no_show_refund: 'none',
  })
  for (const no_show_minutes of ['9', '241', '12.5', 'soon'])
    expect(problemsOf(sent({ no_show_minutes }))).toEqual([
      ['no_show_minutes', 'Should be a whole number from 10 to 240'],
    ])
})

test('every field belongs to a part of its form', () => {
  const { around_the_clock, ...fields } = draft()

  expect(Object.values(OFFICE_PARTS).flat().sort()).toEqual(Object.keys(fields).sort())
  expect(Object.values(SUB_OFFICE_PARTS).flat().sort()).toEqual(Object.keys(spaceDraft()).sort())
})

test('mistakes open their parts of the form, and the first field in form order comes first', () => {
  expect(placesOf(OFFICE_PARTS, ['pickspace_email', 'lon', 'address'])).toEqual({
    opened: ['place', 'integrations'],
    first: 'address',
  })
  expect(placesOf(OFFICE_PARTS, ['version'])).toEqual({ opened: [], first: undefined })
})

test('only the first mistake of a field is shown', () => {
  expect(
    errorsOf([
      { loc: ['body', 'pictures', '0'], msg: 'Should be an image' },
      { loc: ['body', 'pictures', '3'], msg: 'Should be at most 10 MB' },
    ]),
  ).toEqual({ pictures: 'Should be an image' })
})

test('a field name is shown with a capital letter', () => {
  expect(capitalised('price_per_hour')).toBe('Price_per_hour')
})

test.each([
  ['nope@', 'nope@'],
  [0, '0'],
  [false, 'false'],
  [undefined, null],
  [null, null],
  ['', null],
  [`data:image/png;base64,${'A'.repeat(5000)}`, 'data:image/png…'],
  ['x'.repeat(200), `${'x'.repeat(80)}…`],
])('the sent value %s is shown as %s', (input, shown) => {
  expect(shownInput(input)).toBe(shown)
})

test('an office that closes before it opens closes on the next day', () => {
  expect(nightfall('08:00', '20:00')).toBe('same day')
  expect(nightfall('18:00', '02:00')).toBe('next day')
  expect(nightfall('08:00', '08:00')).toBe('all day')
})

test('the pin is at the coordinates in the fields, if they are valid', () => {
  expect(pinOf({ lat: '32.05', lon: '34,75' })).toEqual([32.05, 34.75])
  expect(pinOf({ lat: '', lon: '34.75' })).toBeNull()
  expect(pinOf({ lat: '132', lon: '34.75' })).toBeNull()
  expect(coordinate(32.0512345678)).toBe('32.051235')
})

test('a price has at most two decimals, and the message shows what was typed', () => {
  const { problems } = checkOffice(draft({ price_per_hour: '12.345' }))

  expect(problems).toEqual([
    { loc: ['body', 'price_per_hour'], msg: 'Should have at most 2 decimals', input: 12.345 },
  ])
  expect(checkOffice(draft({ price_per_hour: '12.34', price_per_day: '0.07' })).body).toMatchObject({
    price_per_hour: 1234,
    price_per_day: 7,
  })
})

test('a missing opening or closing time is reported with the value of the other', () => {
  const { problems } = checkOffice(draft({ open_hours: '', close_hours: '20:00' }))

  expect(problems).toMatchObject([{ loc: ['body', 'close_hours'], input: '20:00' }])
})

test('the same picture cannot be listed twice', () => {
  const twice = office({ pictures: ['a.webp', 'b.webp', 'a.webp'] })

  expect(problemsOf(checkOffice(officeDraftOf(twice)))).toEqual([
    ['pictures', 'Each picture can be used only once'],
  ])
})
