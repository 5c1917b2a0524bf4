import { expect, test } from '@playwright/test'
import { signInAs } from './people.ts'
import { SCREENS } from './screens.ts'

test.use({ viewport: { width: 390, height: 844 } })

for (const screen of SCREENS) {
  test(`${screen.name} fits a phone`, async ({ page, context, request }) => {
    if (screen.as) await signInAs(screen.as, context, request)
    await page.goto(screen.path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')

    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
}
