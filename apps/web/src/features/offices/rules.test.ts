import type { MyOffice, Office } from '@keyhour/contract/offices'
// @vitest-environment node
import { expect, test } from 'vitest'
import { sampleOffice } from '#test/samples.ts'
import {
  inBookingOrder,
  officeOptions,
  readChosen,
  whyShut,
  writeChosen,
} from '#web/features/offices/rules.ts'

test('the choice of an office survives in the address', () => {
  expect(readChosen(new URLSearchParams(writeChosen({ officeId: 3, subOfficeId: 17 })))).toEqual({
    officeId: 3,
    subOfficeId: 17,
  })
  expect(readChosen(new URLSearchParams('?office=3'))).toEqual({ officeId: 3, subOfficeId: undefined })
})

test.each(['', '?office=', '?office=abc', '?office=-1', '?sub_office=3'])('%j chooses nothing', (search) => {
  expect(readChosen(new URLSearchParams(search))).toBeNull()
})

test('each office is offered whole, then by its sub-offices', () => {
  const offices: MyOffice[] = [
    {
      id: 3,
      name: 'Jaffa',
      name_he: 'יפו',
      type: 'office',
      time_zone: 'Asia/Jerusalem',
      sub_offices: [{ id: 17, name: 'Loft', name_he: 'לופט', type: 'office' }],
    },
  ]

  expect(officeOptions(offices, 'en')).toEqual([
    {
      group: 'Jaffa',
      items: [
        { value: '?office=3', label: 'Jaffa', subOffice: null, searched: 'Jaffa יפו' },
        {
          value: '?office=3&sub_office=17',
          label: 'Jaffa · Loft',
          subOffice: 'Loft',
          searched: 'Jaffa יפו Loft לופט',
        },
      ],
    },
  ])
  expect(officeOptions(offices, 'he')[0]?.items.map(({ label }) => label)).toEqual(['יפו', 'יפו · לופט'])
})

test('to book, offices with something free come first, and those that cannot be booked last', () => {
  const named = (id: number, change: Partial<Office> = {}) => sampleOffice({ id, ...change })
  const offices = [
    named(1, { coming_soon: true }),
    named(2),
    named(3, { temporarily_closed: true }),
    named(4),
    named(5),
  ]

  expect(inBookingOrder(offices, [4, 3]).map(({ id }) => id)).toEqual([4, 2, 5, 1, 3])
  expect(offices.map(whyShut)).toEqual(['coming_soon', null, 'temporarily_closed', null, null])
})
