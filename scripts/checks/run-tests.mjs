import { readFile, rm, statfs } from 'node:fs/promises'
import { freemem } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { freePort } from '../free-port.mjs'
import { findBrowser, findHeadlessShell } from '../set-up.mjs'
import { ROOT, run, step, tryRun } from '../step.mjs'

export const bin = (name) => join(ROOT, 'node_modules', '.bin', name)
const RESULTS = join(ROOT, 'node_modules', '.test-results')
/** A browser test that fails while a change is checked gets a second try. It is named all the same, to be mended. */
const BROWSER_RETRIES = process.env.CI ? 1 : 0
const failures = []
const unsteady = []
let passed = 0
let failed = 0

/** A check counts as one; a test runner counts as many as it ran. */
export async function check(title, work) {
  try {
    const counts = (await step(title, work)) ?? { passed: 1, failed: 0 }
    passed += counts.passed
    failed += counts.failed
    unsteady.push(...(counts.unsteady ?? []))
    if (counts.failed > 0) failures.push(`${title}: ${counts.failed} failed`, ...(counts.names ?? []))
  } catch (error) {
    failed += 1
    failures.push(`${title}: ${brief(error.message)}`)
    console.log(error.message)
  }
}

export function report() {
  for (const test of unsteady) console.log(`UNSTEADY  ${test}`)
  for (const failure of failures) console.log(`FAILED  ${failure}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
}

export const quietly = (command, args, options) => async () => void (await run(command, args, options))

/** A hung runner is ended, so that what hung is still reported. */
const RUNNER_LIMIT_MS = 30 * 60_000

const brief = (text = '') => stripVTControlCharacters(text).trim().replace(/\s+/g, ' ').slice(0, 400)

/** What a runner said last, for when it ended without naming a test. */
const lastWords = (output) => brief(output.split('\n').slice(-20).join('\n'))

async function readReport(path, output) {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`No report was written: ${lastWords(output)}`)
  })
  return JSON.parse(text)
}

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 6 * 1024 ** 3

/** Databases of tests live in memory if there is enough of it: on a slow disk tests mostly wait. */
async function placeForTests() {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  return Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES ? { TMPDIR: MEMORY } : {}
}

export async function vitest(projects, ...options) {
  const report = join(RESULTS, `${projects.join('-')}.json`)
  await rm(report, { force: true })
  const { code, output } = await tryRun(
    bin('vitest'),
    [
      'run',
      ...projects.map((name) => `--project=${name}`),
      ...options,
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { env: await placeForTests(), show: true, limit_ms: RUNNER_LIMIT_MS },
  )
  const { numPassedTests, numFailedTests, testResults } = await readReport(report, output)
  const names = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(ROOT, name)
      const tests = assertionResults.filter(({ status }) => status === 'failed')
      if (tests.length === 0) return [`${file}: ${brief(message)}`]
      return tests.map(
        ({ fullName, failureMessages }) => `${file} › ${fullName}: ${brief(failureMessages[0])}`,
      )
    })
  if (code !== 0 && names.length === 0) names.push(lastWords(output))
  // A file that does not load has no test that could fail.
  return { passed: numPassedTests, failed: code === 0 ? numFailedTests : Math.max(numFailedTests, 1), names }
}

/** Each with its first error. */
const specsWith = (outcome, { specs, suites = [] }) => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === outcome))
    .map(({ file, line, title, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
      return `browser/${file}:${line} › ${title}: ${brief(error?.message)}`
    }),
  ...suites.flatMap((suite) => specsWith(outcome, suite)),
]

export async function playwright(...options) {
  const report = join(RESULTS, 'browser.json')
  await rm(report, { force: true })
  const browser = await findBrowser()
  const env = {
    ...(await placeForTests()),
    HEADLESS_SHELL_PATH: findHeadlessShell() ?? browser,
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    E2E_PORT: String(await freePort()),
  }
  const args = ['test', '--reporter=list,json', `--retries=${BROWSER_RETRIES}`, ...options]
  const { code, output } = await tryRun(bin('playwright'), args, {
    cwd: join(ROOT, 'apps/e2e'),
    env,
    show: true,
    limit_ms: RUNNER_LIMIT_MS,
  })
  const { stats, suites, errors } = await readReport(report, output)
  const failedSpecs = suites.flatMap((suite) => specsWith('unexpected', suite))
  const names = [...failedSpecs, ...errors.map(({ message }) => brief(message))]
  return {
    passed: stats.expected + stats.flaky,
    failed: code === 0 ? stats.unexpected : Math.max(stats.unexpected, 1),
    names,
    unsteady: suites.flatMap((suite) => specsWith('flaky', suite)),
  }
}
