import { expect } from '@playwright/test'
import { signInAs } from './people.ts'
import { test } from './test.ts'

test('in the demo, events collide with two orders, and an office that lost its calendars is connected again', async ({
  page,
  context,
  request,
}) => {
  await signInAs('admin', context, request)
  await page.goto('/admin-conflicts')
  await expect(page.getByText('Customer visit')).toHaveCount(2)

  await page.goto('/admin-dashboard?tab=offices&q=Negev')
  await page
    .getByRole('row')
    .filter({ hasText: 'Negev' })
    .getByRole('button', { name: 'Edit' })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: /^Integrations/ }).click()
  const account = form.getByRole('group', { name: 'Google Calendar' })
  await expect(account).toContainText('The permission to use this account has ended.')
  const popup = page.waitForEvent('popup')
  await account.getByRole('button', { name: 'Connect again' }).click()
  const tab = await popup
  await tab.getByRole('button', { name: 'Allow' }).click()
  await expect(tab.getByText('Google Calendar is connected')).toBeVisible()
  await tab.close()
  await page.bringToFront()
  await expect(account).toContainText('workspace@keyhour.test')
  await expect(account).not.toContainText('The permission to use this account has ended.')
})
