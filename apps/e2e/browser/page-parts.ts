import type { Page } from '@playwright/test'

/** Answers the open question. */
export const answer = (page: Page, yes: 'Yes' | 'No') =>
  page.getByRole('alertdialog').getByRole('button', { name: yes }).click()

/** Runs in the page: nothing there looks again by itself, so that only the live stream can change it. */
export function stopLooking() {
  const LONG_MS = 3000
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = window[name]
    Object.assign(window, {
      [name]: (act: TimerHandler, ms?: number, ...given: unknown[]) =>
        (ms ?? 0) < LONG_MS ? start(act, ms, ...given) : 0,
    })
  }
}

/** The value beside a label of a description list. */
export const fact = (page: Page, label: string) =>
  page.locator('dt').filter({ hasText: label }).locator('xpath=following-sibling::dd[1]')

/** The card of a visit on the dashboard. */
export const visitCard = (page: Page, orderId: number) =>
  page
    .getByRole('region', { name: 'Here now' })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="/order/${orderId}"]`) })
