// @vitest-environment node
import { expect, test } from 'vitest'
import { officeOptions, readChosen, writeChosen } from '#web/features/offices/rules.ts'

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
