import { afterEach, beforeEach } from 'vitest'

// Test files share their modules, so what every test needs must be registered here: this file runs for each of them.
// Tests of plain rules use the node environment and need none of it.
if (typeof document !== 'undefined') {
  const { beginTest, endTest } = await import('#test/browser.ts')
  beforeEach(beginTest)
  afterEach(endTest)
}
