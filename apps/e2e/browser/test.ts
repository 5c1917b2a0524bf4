import { test as base } from '@playwright/test'

const SHIFT_MS = Number(process.env.CLOCK_SHIFT_MS ?? 0)

/** Runs in the page. */
function shiftClock(shift: number) {
  const RealDate = Date
  window.Date = class extends RealDate {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(RealDate.now() + shift)
      else super(...(given as [number]))
    }

    static override now() {
      return RealDate.now() + shift
    }
  } as DateConstructor
}

/** Playwright's `test`, with the browser's clock set like the product's. See `npm run test:hours`. */
export const test = base.extend({
  browser: [
    async ({ browser }, use) => {
      const open = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await open(options)
        if (SHIFT_MS !== 0) await context.addInitScript(shiftClock, SHIFT_MS)
        return context
      }
      await use(browser)
      browser.newContext = open
    },
    { scope: 'worker' },
  ],
})
