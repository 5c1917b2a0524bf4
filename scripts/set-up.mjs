import { createHash } from 'node:crypto'
import { accessSync, existsSync, readFileSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { ROOT, run, step, tryRun } from './step.mjs'

const INSTALLED = join(ROOT, 'node_modules', '.installed-from')
const BUILT = join(ROOT, 'apps', 'server', 'dist', '.built-from')
const PAGES = join(ROOT, 'apps', 'web', 'dist', 'app.html')
const SOURCES = [
  'packages',
  'apps/server/src',
  'apps/server/package.json',
  'apps/simulators/src',
  'apps/web',
  'package-lock.json',
  'scripts/build.mjs',
]

/** Everything that `npm start` needs. Quick when nothing changed. */
export const setUp = () =>
  oneAtATime(async () => {
    await install()
    await build()
  })

export const setUpPackages = () => oneAtATime(install)

/**
 * For commands that may run beside a server: sets up a new clone, but never replaces packages or a build under a
 * running server.
 */
export const setUpIfNew = () =>
  oneAtATime(async () => {
    const isNew = !existsSync(INSTALLED) && !existsSync(dirname(BUILT))
    if (!isNew && !(await isUpToDate())) throw new Error(OUTDATED)
    await install()
    await build()
  })

const OUTDATED =
  'Keyhour has changed since it was built, and nothing was done: building it now could break a server that is ' +
  'running. Stop the server, run npm run build, and start it again.'

const isUpToDate = async () => sameAs(INSTALLED, await packagesWanted()) && isBuiltFrom(await sourcesWanted())

const packagesWanted = () =>
  hashOf(['package-lock.json'], `${process.platform} ${process.arch} ${process.versions.modules}`)

const sourcesWanted = () => hashOf(SOURCES, process.versions.modules)

const isBuiltFrom = (wanted) => sameAs(BUILT, wanted) && existsSync(PAGES)

async function install() {
  refuseOldNode()
  const wanted = await packagesWanted()
  if (sameAs(INSTALLED, wanted)) return
  await step('Installing packages (about a minute)', () =>
    // The product does at run time what install scripts would do, so they need not be trusted.
    npm(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']),
  )
  await writeFile(INSTALLED, wanted)
}

async function build() {
  const wanted = await sourcesWanted()
  if (isBuiltFrom(wanted)) return
  await rm(BUILT, { force: true })
  await step('Building', () => run(process.execPath, ['scripts/build.mjs']))
  await mkdir(dirname(BUILT), { recursive: true })
  await writeFile(BUILT, wanted)
}

function refuseOldNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (!fits) throw new Error(`Keyhour needs Node 20.19 or newer; this is ${process.versions.node}.`)
}

function npm(args) {
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? run(process.execPath, [cli, ...args]) : run('npm', args)
}

const sameAs = (path, wanted) => existsSync(path) && readFileSync(path, 'utf8') === wanted

async function hashOf(paths, salt) {
  const hash = createHash('sha256').update(salt)
  for (const path of paths) await addTo(hash, join(ROOT, path))
  return hash.digest('hex')
}

async function addTo(hash, path) {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined)
  if (!entries) return void hash.update(path).update(await readFile(path))
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!['node_modules', 'dist'].includes(entry.name)) await addTo(hash, join(path, entry.name))
  }
}

/** Two starts from one clone wait for each other; the lock of a killed one is removed. */
async function oneAtATime(work) {
  const lock = join(ROOT, '.set-up.lock')
  let told = false
  while (!(await take(lock))) {
    if (await isAbandoned(lock)) {
      await rm(lock, { force: true })
      continue
    }
    if (!told) console.log('Another start is setting this clone up; waiting for it…')
    told = true
    await new Promise((later) => setTimeout(later, 300))
  }
  try {
    await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Linked into position, so that a lock always contains its process number. */
async function take(lock) {
  const draft = `${lock}.${process.pid}`
  await writeFile(draft, String(process.pid))
  try {
    await link(draft, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Its owner is gone, or has held it for longer than any set-up takes. */
async function isAbandoned(lock) {
  try {
    const [owner, { mtimeMs }] = [Number(await readFile(lock, 'utf8')), await stat(lock)]
    process.kill(owner, 0)
    return performance.timeOrigin + performance.now() - mtimeMs > 15 * 60_000
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** For the browser tests; installed by the system's package manager if there is none. */
export async function findBrowser() {
  const found = process.env.CHROMIUM_PATH ?? findCommand(...BROWSERS) ?? findApplication()
  if (found) return found
  await step('Installing Chromium for the browser tests', installBrowser)
  const installed = findCommand(...BROWSERS) ?? playwrightsOwn()
  if (installed) return installed
  throw new Error('There is no Chromium for the browser tests. Install one, or set CHROMIUM_PATH to it.')
}

/** Needs less than half the processor time of a whole Chromium, but has no notifications. Whoever chose a browser gets that. */
export const findHeadlessShell = () =>
  process.env.CHROMIUM_PATH ? undefined : findCommand('chromium-headless-shell')

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const findCommand = (...names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((dir) => names.map((name) => join(dir, name)))
    .find(isExecutable)

const findApplication = () =>
  [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find(isExecutable)

function isExecutable(path) {
  try {
    accessSync(path, 1)
    return true
  } catch {
    return false
  }
}

async function installBrowser() {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = async (...args) => {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args]
    return (
      (await tryRun(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } }).catch(() => ({}))).code ===
      0
    )
  }
  const install = (...names) => apt('install', '-y', '--no-install-recommends', ...names)
  const isListed = await apt('update')
  if (isListed && ((await install('chromium', 'chromium-headless-shell')) || (await install('chromium'))))
    return
  await tryRun(process.execPath, [playwrightCli(), 'install', 'chromium'])
}

const requireFromTests = () => createRequire(join(ROOT, 'apps', 'e2e', 'package.json'))
const playwrightCli = () =>
  join(dirname(requireFromTests().resolve('@playwright/test/package.json')), 'cli.js')

function playwrightsOwn() {
  const path = requireFromTests()('@playwright/test').chromium.executablePath()
  return isExecutable(path) ? path : undefined
}
