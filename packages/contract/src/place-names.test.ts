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

test('who reads Hebrew sees the Hebrew name where there is one', () => {
  expect(inLanguage('he', office)).toMatchObject({ name: 'בית רוטשילד', address: '45 Rothschild Boulevard' })
  expect(officeInLanguage('he', office).sub_offices.map(({ name }) => name)).toEqual(['פיקוס', 'Attic'])
})

test('who reads English sees the name that every place has', () => {
  expect(officeInLanguage('en', office)).toEqual(office)
})
