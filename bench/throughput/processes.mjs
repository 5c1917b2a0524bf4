import { readdir, readFile } from 'node:fs/promises'
import { platform } from 'node:os'

if (platform() !== 'linux') throw new Error('Only Linux says how much time and memory another process takes.')

const MS_A_TICK = 10
const SAMPLE_MS = 200

/** In ms of processor time since their start: the server's processes, and those of its PostgreSQL. */
export async function cpuTimes({ pid, postmaster }) {
  const table = await readProcesses()
  const [server, postgres] = [serverProcesses(table, pid, postmaster), family(table, postmaster)]
  return {
    server: sum(server.map(({ own }) => own)) * MS_A_TICK,
    // Connections that were closed meanwhile count with the postmaster.
    postgres:
      (sum(postgres.map(({ own }) => own)) + (table.get(postmaster)?.ofEndedChildren ?? 0)) * MS_A_TICK,
  }
}

/** Watches the memory of the largest server process. */
export function watchMemory(product) {
  let most = 0
  const timer = setInterval(async () => {
    most = Math.max(most, await largestMegabytes(product))
  }, SAMPLE_MS)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** Of the largest server process. */
export async function largestMegabytes(product) {
  return Math.max(...(await Promise.all((await serverPids(product)).map(megabytesOf))))
}

async function megabytesOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}

export async function serverPids({ pid, postmaster }) {
  return serverProcesses(await readProcesses(), pid, postmaster).map(({ id }) => id)
}

function serverProcesses(table, pid, postmaster) {
  const database = new Set(family(table, postmaster))
  return family(table, pid).filter((one) => !database.has(one))
}

/** A process and all below it. */
function family(table, pid) {
  const found = [table.get(pid)].filter(Boolean)
  for (const { id } of found) for (const one of table.values()) if (one.parent === id) found.push(one)
  return found
}

async function readProcesses() {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const read = await Promise.all(ids.map(readProcess))
  return new Map(read.filter(Boolean).map((one) => [one.id, one]))
}

async function readProcess(id) {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined)
  if (!text) return undefined
  // The name before it may contain spaces and brackets.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number)
  return { id, parent: Number(fields[1]), own: user + system, ofEndedChildren: endedUser + endedSystem }
}

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0)
