import { expect, test } from 'vitest'
import { inLanguage, officeInLanguage } from './place-names.ts'

const office = {
  name: 'Rothschild House',
  name_he: 'בית רוטשילד',
  address: '45 Rothschild Boulevard',
  address_he: null,
  sub_offices: [
    { name: 'Ficus', name_he: 'פיקוס' },
    { name: 'Attic', name_he: null },
  ],
}

test('Hebrew readers see the Hebrew name where there is one', () => {
  expect(inLanguage('he', office)).toMatchObject({ name: 'בית רוטשילד', address: '45 Rothschild Boulevard' })
  expect(officeInLanguage('he', office).sub_offices.map(({ name }) => name)).toEqual(['פיקוס', 'Attic'])
})

test('English readers see the name that every office has', () => {
  expect(officeInLanguage('en', office)).toEqual(office)
})
