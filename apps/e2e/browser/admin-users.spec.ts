import { expect, type Page } from '@playwright/test'
import { unique } from './offices.ts'
import { answer } from './page-parts.ts'
import { emailOf, signInAs } from './people.ts'
import { test } from './test.ts'

const name = () => `Noa ${unique()}`
const rowOf = (page: Page, person: string) => page.getByRole('row').filter({ hasText: person })

async function fillIn(page: Page, person: string, email: string) {
  const form = page.getByRole('dialog', { name: 'Add New User' })
  await form.getByLabel('Name').fill(person)
  await form.getByLabel('Email').fill(email)
  await form.getByRole('combobox', { name: 'Offices' }).click()
  await page.getByRole('option').first().click()
  await form.getByLabel('Name').click()
  return form
}

async function addUser(page: Page, person: string) {
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = await fillIn(page, person, `${person.replace(' ', '-').toLowerCase()}@example.com`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

test.beforeEach(async ({ page, context, request }) => {
  await signInAs('admin', context, request)
  await page.goto('/admin-dashboard')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard Users' })).toBeVisible()
})

test('an admin adds a user, gives them credits, deletes and restores them', { tag: '@journey' }, async ({
  page,
}) => {
  const person = name()
  await addUser(page, person)
  await page.getByPlaceholder('Search by name, email, balance...').fill(person)
  await expect(page).toHaveURL(/q=Noa/)
  const row = rowOf(page, person)
  await expect(row).toContainText('0.00')

  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByLabel('Name').fill(`${person} Levi`)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText(`${person} Levi`)

  await row.getByRole('button', { name: 'Add Credits' }).click()
  const credits = page.getByRole('dialog', { name: `Add Credits to ${person} Levi` })
  await credits.getByLabel('Amount').fill('1.5')
  await credits.getByRole('button', { name: 'Add Credits' }).click()
  await expect(credits).toContainText('Please enter a valid positive credit amount.')
  await credits.getByLabel('Amount').fill('25')
  await credits.getByLabel('Description').fill('Welcome')
  await credits.getByRole('button', { name: 'Add Credits' }).click()
  await expect(row).toContainText('25.00')

  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'Are you sure you want to delete this user? This action cannot be undone.',
  )
  await answer(page, 'No')
  await expect(row.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Delete' }).click()
  await answer(page, 'Yes')
  await expect(row).toContainText('Deleted')

  await row.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to restore this user?')
  await answer(page, 'Yes')
  await expect(row.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await expect(row).toContainText('25.00')

  await row.getByRole('button', { name: `${person} Levi`, exact: true }).click()
  const drawer = page.getByRole('dialog', { name: `${person} Levi` })
  await drawer.getByRole('tab', { name: 'Credits' }).click()
  await expect(drawer.getByRole('list', { name: 'History' })).toContainText('Welcome')
  await drawer.getByRole('tab', { name: 'Activity' }).click()
  await expect(drawer.getByRole('list', { name: 'Activity' }).getByRole('listitem')).toHaveText([
    /^Restored/,
    /^Deleted/,
    /^25 credits added/,
    /^Changed: name/,
    /^Account added/,
  ])
})

test('an email address that is taken is refused at its field', async ({ page }) => {
  await page.getByRole('button', { name: 'Add User' }).click()
  const form = await fillIn(page, name(), emailOf('member').toUpperCase())
  await form.getByRole('button', { name: 'Save' }).click()

  await expect(form).toContainText('Email already exists')
  await expect(form.getByLabel('Email')).toBeFocused()
})

test('search, sorting and page survive a reload', async ({ page }) => {
  await page.getByRole('button', { name: 'Email', exact: true }).click()
  await page.getByPlaceholder('Search by name, email, balance...').fill('keyhour.test')
  await expect(page).toHaveURL(/sort=email&direction=asc&q=keyhour.test/)
  const first = page.getByRole('row').nth(1)
  // Until the sorted list arrives, the old one is shown.
  await expect(first).toContainText(emailOf('admin'))
  const text = await first.innerText()
  await page.reload()

  await expect(page.getByPlaceholder('Search by name, email, balance...')).toHaveValue('keyhour.test')
  await expect(first).toHaveText(text.replaceAll(/\s+/g, ' ').trim(), { useInnerText: true })
})

test('a change by one admin shows in the window of another without a reload', async ({
  page,
  browser,
  request,
}) => {
  const person = name()
  const other = await browser.newContext()
  await signInAs('admin', other, request)
  const window = await other.newPage()
  await window.goto('/admin-dashboard')
  await expect(window.getByRole('heading', { name: 'Admin Dashboard Users' })).toBeVisible()
  await addUser(page, person)
  await expect(rowOf(window, person)).toBeVisible()

  await rowOf(page, person).getByRole('button', { name: 'Delete' }).click()
  await answer(page, 'Yes')
  await expect(rowOf(window, person)).toContainText('Deleted')
  await other.close()
})

test('in Hebrew a name is aligned with its heading, in any script', async ({ page }) => {
  await page.getByPlaceholder('Search by name, email, balance...').fill(emailOf('manager'))
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'עברית' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')

  const cell = page.getByRole('row').last().getByRole('cell').nth(1)
  const gap = await cell.evaluate(
    (td) =>
      td.getBoundingClientRect().right - (td.querySelector('button')?.getBoundingClientRect().right ?? 0),
  )
  expect(gap).toBeLessThan(20)
})

test('admins can manage users on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const person = name()
  await addUser(page, person)
  const card = page.getByRole('list', { name: 'Admin Dashboard Users' }).getByRole('listitem').first()

  await expect(card).toContainText(person)
  await card.getByRole('button', { name: 'Add Credits' }).click()
  await expect(page.getByRole('dialog', { name: `Add Credits to ${person}` })).toBeVisible()
})
