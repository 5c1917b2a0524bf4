// @vitest-environment node
import { expect, test } from 'vitest'
import { sampleSpace } from '#test/samples.ts'
import { firstPrice, officeOptions, readChosen, writeChosen } from '#web/features/offices/rules.ts'

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
  const offices = [
    {
      id: 3,
      name: 'Jaffa',
      type: 'office',
      time_zone: 'Asia/Jerusalem',
      sub_offices: [{ id: 17, name: 'Loft', type: 'office' as const }],
    },
  ]

  expect(officeOptions(offices)).toEqual([
    {
      group: 'Jaffa',
      items: [
        { value: '?office=3', label: 'Jaffa', subOffice: null },
        { value: '?office=3&sub_office=17', label: 'Jaffa · Loft', subOffice: 'Loft' },
      ],
    },
  ])
})

test('the price of a row is the first of hour, day and week that there is', () => {
  expect(firstPrice(sampleSpace({}))).toBe(5000)
  expect(firstPrice(sampleSpace({ price_per_hour: 0 }))).toBe(30_000)
  expect(firstPrice(sampleSpace({ price_per_hour: 0, price_per_day: 0 }))).toBeNull()
})
