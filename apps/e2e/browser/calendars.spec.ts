import { expect } from '@playwright/test'
import { test } from './calendars-product.ts'
import { answer } from './page-parts.ts'

test('an admin connects Google in a tab of its own, links a space by name, and disconnects', async ({
  page,
  house,
}) => {
  const office = await house.database.make.office({ name: 'Calendar House' })
  const space = await house.database.make.subOffice(office.id, { name: 'Blue room' })
  await house.database.make.unit(office.id, space.id)
  const id = house.google.addCalendar({ summary: 'Blue room at Google' })

  const edit = (name: string) =>
    page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Edit', exact: true }).click()
  // A search that finds a sub-office expands its office.
  await page.goto('/admin-dashboard?tab=offices&q=Blue%20room')
  await edit('Calendar House')
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: /^Integrations/ }).click()
  const account = form.getByRole('group', { name: 'Google Calendar' })
  await expect(form.getByRole('group', { name: 'Outlook calendar' })).toContainText('is not set up')
  const popup = page.waitForEvent('popup')
  await account.getByRole('button', { name: 'Connect' }).click()
  const tab = await popup
  await tab.getByRole('button', { name: 'Allow' }).click()
  await expect(tab.getByText('Google Calendar is connected')).toBeVisible()
  await tab.close()
  await page.bringToFront()
  await expect(account).toContainText('office@keyhour.example')
  await form.getByRole('button', { name: 'Cancel' }).click()

  await edit('Blue room')
  await form.getByRole('button', { name: /^Links/ }).click()
  await form.getByRole('combobox', { name: 'Google calendar' }).click()
  await page.getByRole('option', { name: 'Blue room at Google' }).click()
  await expect(form.getByText('Linked')).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const links = 'select calendar_id from calendar_links where office_id = $1'
  const { rows } = await house.database.pool.query(links, [office.id])
  expect(rows).toEqual([{ calendar_id: id }])

  await edit('Calendar House')
  await form.getByRole('button', { name: /^Integrations/ }).click()
  await account.getByRole('button', { name: 'Disconnect' }).click()
  await answer(page, 'Yes')
  await expect(account).toContainText('Not connected')
  expect((await house.database.pool.query(links, [office.id])).rows).toEqual([])
})
