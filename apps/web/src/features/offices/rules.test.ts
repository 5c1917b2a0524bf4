import type { MyOffice } from '@keyhour/contract/offices'
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
