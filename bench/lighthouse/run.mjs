import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { freePort } from '../../scripts/free-port.mjs'
import { findBrowser, setUp } from '../../scripts/set-up.mjs'
import { ROOT, run, step } from '../../scripts/step.mjs'

/**
 * Lighthouse for phones, over the built product with its demo data. The median of several rounds counts, since a busy
 * machine makes any page slow.
 */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const MOST_SCRIPT_KB = { landing: 70 }
const ROUNDS = Number(process.env.LIGHTHOUSE_ROUNDS ?? 3)
const HERE = fileURLToPath(new URL('.', import.meta.url))

async function weigh() {
  await setUp()
  if (!existsSync(join(HERE, 'node_modules', 'lighthouse')))
    await step('Installing Lighthouse', () =>
      run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: HERE }),
    )
  const { launch } = await import('chrome-launcher')
  const { default: lighthouse } = await import('lighthouse')
  const { origin, stop } = await step('Starting the product', startProduct)
  const chrome = await launch({
    chromePath: await findBrowser(),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const { spaces } = await (await fetch(`${origin}/api/spaces`)).json()
    const pages = { landing: '/', search: '/spaces', space: `/spaces/${spaces[0].office_id}` }
    const results = []
    for (const [name, path] of Object.entries(pages))
      results.push({ name, path, ...(await judge(lighthouse, `${origin}${path}`, chrome.port)) })
    return report(results)
  } finally {
    chrome.kill()
    await stop()
  }
}

async function judge(lighthouse, url, port) {
  const rounds = []
  for (let tries = 1; rounds.length < ROUNDS; tries += 1) {
    const { lhr } = await lighthouse(url, { port, logLevel: 'error', onlyCategories: Object.keys(LEAST) })
    // Now and then it loses the beginning of a trace.
    if (!lhr.runtimeError) rounds.push(lhr)
    else if (tries > ROUNDS) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  }
  const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
  const scores = Object.fromEntries(
    Object.keys(LEAST).map((name) => [
      name,
      Math.round(100 * median(rounds.map(({ categories }) => categories[name].score))),
    ]),
  )
  return { scores, scriptKb: await scriptKbOf(rounds[0]), complaints: complaintsOf(rounds.at(-1)) }
}

/** The scripts that the page loaded, in KB as gzip would send them. */
async function scriptKbOf({ audits }) {
  const scripts = audits['network-requests'].details.items.filter(
    ({ resourceType }) => resourceType === 'Script',
  )
  const sizes = await Promise.all(
    scripts.map(async ({ url }) => gzipSync(await (await fetch(url)).arrayBuffer()).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** What keeps a category from its full score. */
const complaintsOf = ({ audits, categories }) =>
  Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .map(({ id }) => audits[id])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ title, displayValue = '' }) => `${title} ${displayValue}`.trim())

function report(results) {
  console.log(`\nLighthouse on phones, median of ${ROUNDS}; scripts in KB as gzip sends them:`)
  console.table(
    Object.fromEntries(
      results.map(({ name, path, scores, scriptKb }) => [
        name,
        { path, ...scores, scripts: Number(scriptKb.toFixed(1)) },
      ]),
    ),
  )
  const failures = results.flatMap(({ name, scores, scriptKb, complaints }) => [
    ...Object.entries(LEAST)
      .filter(([category, least]) => scores[category] < least)
      .map(([category, least]) => `${name}: ${category} ${scores[category]}, should be ${least} or more`),
    ...(scriptKb > (MOST_SCRIPT_KB[name] ?? Number.POSITIVE_INFINITY)
      ? [`${name}: ${scriptKb.toFixed(1)} KB of scripts, should be at most ${MOST_SCRIPT_KB[name]}`]
      : []),
    ...complaints.map((complaint) => `  ${name}: ${complaint}`),
  ])
  for (const failure of failures) console.log(failure)
  return failures.every((failure) => failure.startsWith(' '))
}

async function startProduct() {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-lighthouse-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const product = spawn(process.execPath, ['apps/server/dist/main.js'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => product.once('exit', resolve))
  const stop = async () => {
    product.kill('SIGTERM')
    await ended
    await rm(dir, { recursive: true, force: true })
  }
  while (!(await isReady(origin))) {
    if (product.exitCode !== null) throw new Error('The product did not start.')
    await new Promise((later) => setTimeout(later, 300))
  }
  return { origin, stop }
}

const isReady = (origin) =>
  fetch(`${origin}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

process.exitCode = (await weigh()) ? 0 : 1
