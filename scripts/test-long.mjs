import { check, playwright, report, vitest } from './checks/run-tests.mjs'
import { setUp } from './set-up.mjs'

await check('Setting up', async () => void (await setUp()))
// One more than there are cores, because these tests often wait for a process to start or end.
await check('Long tests of parts, and tests of the running product', () =>
  vitest(['server-long', 'system'], '--maxWorkers=3'),
)
await check('Tests of faults', () => vitest(['faults'], '--no-file-parallelism'))
await check('Every screen and all other journeys, in a real browser', () =>
  playwright('--grep-invert=@journey'),
)
report()
