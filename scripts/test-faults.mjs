import { join } from 'node:path'
import { setUp } from './set-up.mjs'
import { ROOT, tryRun } from './step.mjs'

await setUp()
const { code } = await tryRun(
  join(ROOT, 'node_modules', '.bin', 'vitest'),
  ['run', '--project=faults', '--no-file-parallelism', ...process.argv.slice(2)],
  { show: true, env: { TIMED: 'yes' } },
)
process.exit(code)
