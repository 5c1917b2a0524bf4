import { expect, type Page } from '@playwright/test'
import { unique } from './offices.ts'
import { answer } from './page-parts.ts'
import { signInAs } from './people.ts'
import { test } from './test.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function openTab(page: Page, tab: 'doors' | 'homeAssistants') {
  await page.goto(`/admin-dashboard?tab=${tab}`)
  await expect(page.getByRole('table')).toBeVisible()
}

async function chooseFirstOffice(page: Page, form: ReturnType<Page['getByRole']>) {
  await form.getByRole('combobox', { name: 'Office' }).click()
  await page.getByRole('option').first().click()
}

test.beforeEach(async ({ context, request }) => void (await signInAs('admin', context, request)))

test('an admin adds a door, changes it, deletes and restores it', async ({ page }) => {
  const name = `Door ${unique()}`
  await openTab(page, 'doors')
  await page.getByRole('button', { name: 'Add Device' }).click()
  const form = page.getByRole('dialog', { name: 'Add Device' })
  await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await form.getByLabel('Name').focus()
  await form.getByLabel('Type').focus()
  await expect(form).toContainText('Cannot be empty')
  await form.getByLabel('Name').fill(name)
  await chooseFirstOffice(page, form)
  await form.getByLabel('Home Assistant ID').fill(`lock.e2e_${unique()}`)
  await form.getByLabel('Type').fill('lock')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('searchbox', { name: 'Search doors' }).fill(name.toUpperCase())
  await expect(page).toHaveURL(/q=DOOR/)
  await expect(page.getByText('1 door', { exact: true })).toBeVisible()
  await row(page, name).getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Device' })
  await edit.getByLabel('Name').fill(`${name} B`)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, `${name} B`)).toBeVisible()

  await row(page, name).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'Are you sure you want to delete this device? This action cannot be undone',
  )
  await answer(page, 'No')
  await row(page, name).getByRole('button', { name: 'Delete' }).click()
  await answer(page, 'Yes')
  await expect(row(page, name)).toContainText('Deleted')
  await expect(row(page, name).getByRole('button')).toHaveCount(1)

  await row(page, name).getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to restore this device?')
  await answer(page, 'Yes')
  await expect(row(page, name).getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.reload()
  await expect(row(page, `${name} B`)).toBeVisible()
})

test('an admin sees the state of every lock, and opens one', { tag: '@journey' }, async ({ page }) => {
  await openTab(page, 'doors')
  const locked = page.getByRole('row').filter({ hasText: 'Locked' }).first()
  await expect(locked).toBeVisible()
  const number = await locked.getByRole('cell').first().innerText()
  const door = page.getByRole('row').filter({ has: page.getByRole('cell', { name: number, exact: true }) })
  await door.getByRole('button', { name: 'Open this door' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('This is recorded in the audit log.')
  await answer(page, 'Yes')

  await expect(page.getByText(/ is open\.$/)).toBeVisible()
  await expect(door).toContainText('Unlocked')
})

test('an admin tests a hub, and imports a new lock as a door', async ({ page }) => {
  await openTab(page, 'homeAssistants')
  const hub = page.getByRole('row').filter({ hasText: 'hub.' }).first()
  await hub.getByRole('button', { name: 'Test connection' }).click()
  await expect(hub).toContainText(/Works, \d+ ms/)

  await hub.getByRole('button', { name: 'Import locks' }).click()
  const locks = page.getByRole('dialog', { name: 'Import locks' })
  await expect(locks.getByRole('checkbox', { disabled: true }).first()).toBeChecked()
  await expect(locks.getByRole('checkbox', { name: 'Storage room' })).toBeChecked()
  await locks.getByRole('button', { name: 'Add 1 door' }).click()
  await expect(page.getByText('1 door added.')).toBeVisible()
  await page.goto('/admin-dashboard?tab=doors&q=storage+room')
  await expect(row(page, 'Storage room').first()).toBeVisible()
})

test('an admin adds a hub that does not answer, sees why, changes it and deletes it', async ({ page }) => {
  const url = `https://hub-${unique()}.example:8123`
  await openTab(page, 'homeAssistants')
  await page.getByRole('button', { name: 'Add Home Assistant' }).click()
  const form = page.getByRole('dialog', { name: 'Add Home Assistant' })
  await form.getByLabel('URL').fill(url)
  await form.getByLabel('Token', { exact: true }).fill('a-long-lived-token')
  await chooseFirstOffice(page, form)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('searchbox', { name: 'Search home assistants' }).fill(url)
  await expect(page.getByText('1 home assistant', { exact: true })).toBeVisible()
  await row(page, url).getByRole('button', { name: 'Test connection' }).click()
  await expect(row(page, url)).toContainText('Does not work')

  await row(page, url).getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Home Assistant' })
  await expect(edit.getByLabel('Token', { exact: true })).toHaveValue('••••••••')
  await edit.getByLabel('URL').fill(`${url}/home`)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, `${url}/home`)).toBeVisible()

  await row(page, url).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    'Are you sure you want to delete this Home Assistant? This action cannot be undone',
  )
  await answer(page, 'Yes')
  await expect(page.getByText('No home assistants found matching your criteria.')).toBeVisible()
})

test('admins can manage doors and hubs on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin-dashboard?tab=doors')
  const door = page.getByRole('list', { name: 'Doors' }).getByRole('listitem').first()
  await door.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Device' })).toBeVisible()
  await page.goto('/admin-dashboard?tab=homeAssistants')

  await expect(
    page.getByRole('list', { name: 'Home Assistants' }).getByRole('listitem').first(),
  ).toBeVisible()
})
