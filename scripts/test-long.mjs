import { check, playwright, report, vitest } from './checks/run-tests.mjs'
import { setUp } from './set-up.mjs'

await check('Setting up', async () => void (await setUp()))
// They start and stop products, so they wait more than others.
await check('Long tests of parts, and tests of the running product', () =>
  vitest(['server-long', 'web-long', 'system'], '--maxWorkers=4'),
)
await check('Tests of faults', () => vitest(['faults'], '--no-file-parallelism'))
await check('Every screen and all other journeys, in a real browser', () =>
  playwright('--grep-invert=@journey'),
)
report()
