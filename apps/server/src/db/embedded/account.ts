import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Binaries } from '#server/db/embedded/binaries.ts'

/** The account that PostgreSQL runs as. Without `owner`: the account of this process. */
export type Account = { owner?: { uid: number; gid: number }; launcher: string[] }

/** PostgreSQL refuses to run as root; under root it runs as the owner of the cluster, else as `nobody`. */
export async function chooseAccount(binaries: Binaries, dir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { launcher: [] }
  const owner = (await findOwner(dir)) ?? (await getNobody())
  const complaints: string[] = []
  for (const launcher of launchers(owner)) {
    const account = { owner, launcher }
    const complaint = await findObstacle(account, binaries, dirname(dir))
    if (!complaint) return account
    complaints.push(complaint)
  }
  throw new Error(
    `PostgreSQL does not run as root, and account ${owner.uid} cannot reach ${dirname(binaries.postgres)} and ` +
      `${dirname(dir)} (${complaints[0]}). Set DATA_DIR to a place that other accounts may enter, ` +
      'start as an ordinary user, or install setpriv (util-linux).',
  )
}

async function findOwner(dir: string) {
  const found = await stat(dir).catch(() => undefined)
  if (!found || found.uid === 0) return undefined
  const entry = (await listAccounts()).find((account) => account.uid === found.uid)
  return entry ?? { uid: found.uid, gid: found.gid }
}

async function getNobody() {
  const nobody = (await listAccounts()).find((account) => account.name === 'nobody')
  if (nobody) return nobody
  throw new Error(
    'PostgreSQL does not run as root, and there is no account "nobody" to lend it. Start as an ordinary user.',
  )
}

async function listAccounts() {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').filter((line) => /^[^#:]/.test(line))
  return lines.map((line) => {
    const [name, , uid, gid] = line.split(':')
    return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } // macOS writes nobody as -2
  })
}

/**
 * In order of privilege; the first one that works is used: plain, then with the right to pass closed folders (a clone
 * or DATA_DIR below /root needs it), then with the right to run closed files.
 */
function launchers({ uid, gid }: { uid: number; gid: number }): string[][] {
  const lend = (right: string) => [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    // Without this, access(2) ignores the granted right, and PostgreSQL uses it to check its own programs.
    '--securebits=+no_setuid_fixup',
    `--bounding-set=-all,+${right}`,
    `--inh-caps=-all,+${right}`,
    `--ambient-caps=-all,+${right}`,
    '--',
  ]
  return [[], lend('dac_read_search'), lend('dac_override')]
}

async function findObstacle(account: Account, binaries: Binaries, parent: string) {
  const script = '"$1" --version >/dev/null && cd "$2"'
  const tried = await runAs(account, '/bin/sh', ['-c', script, 'sh', binaries.postgres, parent])
  const isFine = tried.code === 0 && !tried.output.includes('invalid binary')
  return isFine ? undefined : tried.output.trim() || 'no reason given'
}

// Not the whole environment: it may hold secrets that other processes of that account could read.
const PASSED_ON = [
  'PATH',
  'LD_LIBRARY_PATH',
  'NIX_LD',
  'NIX_LD_LIBRARY_PATH',
  'SystemRoot',
  'ComSpec',
  'TEMP',
  'TMP',
]

export function spawnAs(
  account: Account,
  program: string,
  args: string[],
  options: SpawnOptions = {},
): ChildProcess {
  const [command = program, ...rest] = [...account.launcher, program, ...args]
  // setpriv changes the account itself and must start as root.
  const ids = account.owner && account.launcher.length === 0 ? account.owner : undefined
  const passedOn = Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]))
  return spawn(command, rest, {
    cwd: '/', // the current folder may be closed to that account
    windowsHide: true,
    ...(ids && { uid: ids.uid | 0, gid: ids.gid | 0 }),
    ...options,
    env: { ...passedOn, LC_ALL: 'C', TZ: 'UTC', ...options.env },
  })
}

type Run = { code: number; output: string }

/** `output` is what it wrote to both streams, or why it could not run. */
export function runAs(account: Account, program: string, args: string[]): Promise<Run> {
  const run = new Promise<Run>((resolve, reject) => {
    let output = ''
    const child = spawnAs(account, program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
  return run.catch((error) => ({ code: -1, output: error.message }))
}
