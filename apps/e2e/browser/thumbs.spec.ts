import { expect, type Page } from '@playwright/test'
import { signInAs } from './people.ts'
import { test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const LEAST = 44

/** Those that a thumb would miss. */
const tooSmall = (page: Page) =>
  page.locator('main :is(button, input:not([type=checkbox])):visible').evaluateAll(
    (controls, least) =>
      controls
        .map((control) =>
          (control.closest('.mantine-PasswordInput-input') ?? control).getBoundingClientRect(),
        )
        .filter(({ height }) => height < least)
        .map(({ width, height }) => `${width} × ${height}`),
    LEAST,
  )

for (const path of ['/dashboard', '/profile', '/credits', '/orders'])
  test(`on a phone, what can be pressed at ${path} is big enough for a thumb`, async ({
    page,
    context,
    request,
  }) => {
    await signInAs('member', context, request)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    await expect.poll(() => tooSmall(page)).toEqual([])
  })
