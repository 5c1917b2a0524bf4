import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { signInAs } from './people.ts'
import { SCREENS } from './screens.ts'

for (const language of ['en', 'he']) {
  for (const theme of ['light', 'dark']) {
    for (const screen of SCREENS) {
      test(`${screen.name} can be used by everybody (${language}, ${theme})`, async ({
        page,
        context,
        request,
        baseURL,
      }) => {
        const errors: string[] = []
        page.on('pageerror', (error) => errors.push(error.message))
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
        await context.addCookies([
          { name: 'language', value: language, url: baseURL! },
          { name: 'color_scheme', value: theme, url: baseURL! },
        ])
        if (screen.as) await signInAs(screen.as, context, request)
        await page.goto(screen.path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await page.waitForLoadState('networkidle')

        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'he' ? 'rtl' : 'ltr')
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])).toEqual([])
        expect(errors).toEqual([])
      })
    }
  }
}
