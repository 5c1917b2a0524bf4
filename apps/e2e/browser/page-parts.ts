import type { Page } from '@playwright/test'

/** Answers the open question. */
export const answer = (page: Page, yes: 'Yes' | 'No') =>
  page.getByRole('alertdialog').getByRole('button', { name: yes }).click()

/** The value beside a label of a description list. */
export const fact = (page: Page, label: string) =>
  page.locator('dt').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')

/** The card of a visit on the dashboard. */
export const visitCard = (page: Page, orderId: number) =>
  page.getByRole('listitem').filter({ has: page.locator(`a[href="/order/${orderId}"]`) })
