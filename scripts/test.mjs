import { checkDocs } from './checks/docs.mjs'
import { checkFileKinds } from './checks/file-kinds.mjs'
import { checkImports } from './checks/imports.mjs'
import { bin, check, playwright, quietly, report, vitest } from './checks/run-tests.mjs'
import { setUp } from './set-up.mjs'
import { run } from './step.mjs'

const PARTS = ['packages/contract', 'tools/artwork', 'apps/simulators', 'apps/server', 'apps/web', 'apps/e2e']

await check('Setting up', async () => void (await setUp()))
await Promise.all([checkTypes(), checkHouse()])
await check('Tests of parts, on a real database, and the product killed and restarted', () =>
  vitest(['packages', 'server', 'web', 'restart']),
)
await check('The main journeys, in a real browser', () => playwright('--grep=@journey'))
report()

/**
 * One checker, because several check the same types again, and a lint runs beside it. Its garbage is collected only
 * when there is much of it. Together that takes less than half of the time.
 */
async function checkTypes() {
  const env = { GOGC: 'off', GOMEMLIMIT: '2GiB' }
  await check('Types', async () => {
    for (const part of PARTS) await run(bin('tsc'), ['-p', part, '--checkers', '1'], { env })
  })
}

async function checkHouse() {
  await check('Lint and format', quietly(bin('biome'), ['ci', '--error-on-warnings', '--colors=off', '.']))
  await check('Import boundaries', checkImports)
  await check('Kinds of files', checkFileKinds)
  await check('Sizes of files and functions', quietly(process.execPath, ['scripts/measure.mjs']))
  await check('Dead code and unused dependencies', quietly(bin('knip'), ['--no-progress']))
  await check('Paths in the documents', checkDocs)
}
