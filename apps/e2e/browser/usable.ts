import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export async function expectToFit(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
    .toBeLessThanOrEqual(0)
}

/** Looks again when something is wrong: text that is still fading in has too little contrast for a moment. */
export async function expectUsableByEverybody(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page })
    // Reporting the rules that hold, too, would double the time.
    .options({ resultTypes: ['violations'] })
    // The rows of a table are alike, so a dozen are enough.
    .exclude('tbody tr:nth-child(n+13)')
    // We embed no frames; for those axe would open another page each time.
    .setLegacyMode(true)
  if (rules) axe.withRules(rules)
  await expect(async () => {
    const { violations } = await axe.analyze()
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])).toEqual([])
  }).toPass({ intervals: [500], timeout: 60_000 })
}
