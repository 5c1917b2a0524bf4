import { afterEach, beforeEach } from 'vitest'
import { showTimesIn } from '#web/format/time.ts'

// Test files share their modules, so what every test needs must be registered here: this file runs for each of them.
beforeEach(() => showTimesIn('en'))

// Tests of plain rules use the node environment and need none of it.
if (typeof document !== 'undefined') {
  const { beginTest, endTest } = await import('#test/browser.ts')
  beforeEach(beginTest)
  afterEach(endTest)
}
