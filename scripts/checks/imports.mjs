import { join } from 'node:path'
import { ROOT, tryRun } from '../step.mjs'

/** Far fewer modules than the project has means that the tool could not read them, and would pass anything. */
const FEWEST_MODULES = 100

export async function checkImports() {
  const { output } = await tryRun(join(ROOT, 'node_modules', '.bin', 'depcruise'), [
    'apps',
    'packages',
    'tools',
    '--output-type',
    'json',
  ])
  const { violations, totalCruised } = JSON.parse(output).summary
  if (totalCruised < FEWEST_MODULES) throw new Error(`Only ${totalCruised} modules were looked at.`)
  if (violations.length > 0) {
    throw new Error(violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).join('\n'))
  }
}
