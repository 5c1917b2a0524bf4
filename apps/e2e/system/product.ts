import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../scripts/free-port.mjs'

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))

/** Leaves out settings that may be exported for a real installation, but keeps the clock of `npm run test:hours`. */
const SURROUNDINGS = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_OPTIONS', 'CLOCK_SHIFT_MS'].map((name) => [
    name,
    process.env[name],
  ]),
)

export type Product = {
  url: string
  pid: number
  output: () => string
  /** The exit code; null if a signal ended it. */
  ended: Promise<number | null>
  kill: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts the built product without waiting until it is ready. */
export function launch(env: NodeJS.ProcessEnv, port: number, main = MAIN): Product {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { ...SURROUNDINGS, LOG_LEVEL: 'warn', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { url: `http://127.0.0.1:${port}`, ...watch(child) }
}

function watch(child: ChildProcess): Omit<Product, 'url'> {
  let text = ''
  child.stdout?.on('data', (chunk) => (text += chunk))
  child.stderr?.on('data', (chunk) => (text += chunk))
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)))
  return {
    pid: child.pid!,
    output: () => text,
    ended,
    kill(signal) {
      child.kill(signal)
      return ended
    },
  }
}

export async function start(env: NodeJS.ProcessEnv, port?: number): Promise<Product> {
  return untilReady(launch(env, port ?? (await freePort())))
}

export async function untilReady(product: Product): Promise<Product> {
  let over = false
  void product.ended.then(() => (over = true))
  for (let tries = 0; tries < 1200 && !over; tries += 1) {
    if (await isReady(product.url)) return product
    await pause(50)
  }
  await product.kill('SIGKILL')
  throw new Error(`The product did not come up:\n${product.output()}`)
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/ready`)).status === 200
  } catch {
    return false
  }
}

/** Runs one of the scripts behind `npm run …` to its end. */
export async function runScript(
  name: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  const { ended, output } = launchScript(name, args, env)
  return { code: await ended, output: output() }
}

export function launchScript(name: string, args: string[], env: NodeJS.ProcessEnv): Omit<Product, 'url'> {
  const path = fileURLToPath(new URL(`../../../scripts/${name}.mjs`, import.meta.url))
  return watch(spawn(process.execPath, [path, ...args], { env: { ...SURROUNDINGS, ...env } }))
}

export const pause = (ms: number): Promise<void> => new Promise((later) => setTimeout(later, ms))

export async function freshDataDir(): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-system-'))
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}

/** Undefined while no embedded PostgreSQL runs. */
export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const path = join(dataDir, 'postgres', 'postmaster.pid')
  return existsSync(path) ? Number((await readFile(path, 'utf8')).split('\n')[0]) : undefined
}

/** Processes with this folder in their command line, whoever started them. Zombies have none, so they do not count. */
export function programsOn(dir: string): string[] {
  const all = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' })
  return all.split('\n').filter((line) => line.includes(dir))
}
