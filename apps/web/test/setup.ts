import { afterEach, beforeEach } from 'vitest'

// Test files share their modules, so only this file, which runs for each of them, may register what every test needs.
// Tests of plain rules ask for the node environment and need none of it.
if (typeof document !== 'undefined') {
  const { beginTest, endTest } = await import('#test/browser.ts')
  beforeEach(beginTest)
  afterEach(endTest)
}
