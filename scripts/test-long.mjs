import { check, playwright, report, vitest } from './checks/run-tests.mjs'
import { setUp } from './set-up.mjs'

await check('Setting up', async () => void (await setUp()))
await check('Long tests of parts', () => vitest(['server-long']))
await check('Tests of the running product', () => vitest(['system']))
await check('Tests of faults', () => vitest(['faults'], '--no-file-parallelism'))
await check('Every screen and all other journeys, in a real browser', () =>
  playwright('--grep-invert=@journey'),
)
report()
