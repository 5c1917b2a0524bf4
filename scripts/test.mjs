import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkDocs } from './checks/docs.mjs'
import { checkImports } from './checks/imports.mjs'
import { freePort } from './free-port.mjs'
import { findBrowser, setUp } from './set-up.mjs'
import { ROOT, run, step, tryRun } from './step.mjs'

const bin = (name) => join(ROOT, 'node_modules', '.bin', name)
const RESULTS = join(ROOT, 'node_modules', '.test-results')
const failures = []
let passed = 0
let failed = 0

/** One check counts as one; a test runner counts as many as it ran. */
async function check(title, work) {
  try {
    const counts = (await step(title, work)) ?? { passed: 1, failed: 0 }
    passed += counts.passed
    failed += counts.failed
    if (counts.failed > 0) failures.push(`${title}: ${counts.failed} failed`)
  } catch (error) {
    failed += 1
    failures.push(title)
    console.log(error.message)
  }
}

const quietly = (command, args, options) => async () => void (await run(command, args, options))

async function vitest(...projects) {
  const report = join(RESULTS, `${projects.join('-')}.json`)
  await rm(report, { force: true })
  const { code } = await tryRun(
    bin('vitest'),
    [
      'run',
      ...projects.map((name) => `--project=${name}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { show: true },
  )
  const { numPassedTests, numFailedTests } = JSON.parse(await readFile(report, 'utf8'))
  // A file that does not load has no test that could fail.
  return { passed: numPassedTests, failed: code === 0 ? numFailedTests : Math.max(numFailedTests, 1) }
}

async function playwright() {
  const report = join(RESULTS, 'browser.json')
  await rm(report, { force: true })
  const env = {
    CHROMIUM_PATH: await findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    E2E_PORT: String(await freePort()),
  }
  const { code } = await tryRun(bin('playwright'), ['test', '--reporter=list,json'], {
    cwd: join(ROOT, 'apps/e2e'),
    env,
    show: true,
  })
  const { stats } = JSON.parse(await readFile(report, 'utf8'))
  return { passed: stats.expected, failed: code === 0 ? stats.unexpected : Math.max(stats.unexpected, 1) }
}

await check('Setting up', async () => void (await setUp()))
await check('Types', async () => {
  for (const part of [
    'packages/contract',
    'packages/artwork',
    'apps/simulators',
    'apps/server',
    'apps/web',
    'apps/e2e',
  ]) {
    await run(bin('tsc'), ['-p', part])
  }
})
await check('Lint and format', quietly(bin('biome'), ['ci', '--error-on-warnings', '--colors=off', '.']))
await check('Import boundaries', checkImports)
await check('Dead code and unused dependencies', quietly(bin('knip'), ['--no-progress']))
await check('Paths in the documents', checkDocs)
await check('Tests of parts, on a real database', () => vitest('packages', 'server', 'web'))
await check('Tests of the running product', () => vitest('system'))
await check('Tests in a real browser', playwright)

for (const failure of failures) console.log(`FAILED  ${failure}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
