import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serverPids } from './processes.mjs'

const ROWS = 25
const IDLE = '(idle)'
/** The profiler's own start and end. */
const PROFILER = 'dispatch'
const maps = new Map()

/** Settings of a product that can be profiled. */
export const profileSettings = (folder) => ({
  NODE_OPTIONS: `--import=${new URL('profile-hook.mjs', import.meta.url).href}`,
  BENCH_PROFILE_DIR: folder,
})

/** Prints where the server's processes spend their time while `work` runs. */
export async function printProfile(title, product, folder, work) {
  const pids = await serverPids(product)
  for (const pid of pids) process.kill(pid, 'SIGUSR2')
  const result = await work()
  for (const pid of pids) process.kill(pid, 'SIGUSR2')
  const total = { byModule: new Map(), byFunction: new Map(), all: 0, idle: 0 }
  for (const pid of pids) await addProfile(total, join(folder, `${pid}.json`))
  const busy = total.all - total.idle
  console.log(`\nWhere the server's time goes: ${title} (${share(busy, total.all)} of it is busy)\n`)
  printShares('package or file', total.byModule, busy)
  printShares('function', total.byFunction, busy)
  return result
}

async function addProfile(total, path) {
  while (!existsSync(path)) await pause(50)
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(path, 'utf8'))
  await rm(path)
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const selfTimes = new Map()
  for (const [at, id] of samples.entries())
    selfTimes.set(id, (selfTimes.get(id) ?? 0) + Math.max(0, timeDeltas[at]))
  for (const [id, time] of selfTimes) {
    const frame = frames.get(id)
    if (frame.functionName === PROFILER && frame.url === '') continue
    total.all += time
    if (frame.functionName === IDLE) {
      total.idle += time
      continue
    }
    const { module, name } = await locate(frame)
    add(total.byModule, module, time)
    add(total.byFunction, `${name} (${module})`, time)
  }
}

async function locate({ functionName, url, lineNumber, columnNumber }) {
  const name = functionName || '(anonymous)'
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)
  if (inPackage) return { module: inPackage[1], name }
  if (url.startsWith('node:')) return { module: url, name }
  if (!url.startsWith('file:')) return { module: 'V8 and native code', name }
  const source = (await mapOf(url))?.findEntry(lineNumber, columnNumber).originalSource ?? url
  return { module: source.replace(/^(\.\.\/)+src\//, 'apps/server/src/').replace(/^(\.\.\/)+/, ''), name }
}

/** Our own code is bundled; its source map says which file a function comes from. */
async function mapOf(url) {
  if (!maps.has(url)) {
    const text = await readFile(`${fileURLToPath(url)}.map`, 'utf8').catch(() => undefined)
    maps.set(url, text && new SourceMap(JSON.parse(text)))
  }
  return maps.get(url)
}

function printShares(what, times, all) {
  console.log(`| ${what} | share |\n| --- | --- |`)
  const sorted = [...times].sort(([, a], [, b]) => b - a)
  for (const [name, time] of sorted.slice(0, ROWS)) console.log(`| ${name} | ${share(time, all)} |`)
  console.log('')
}

const add = (times, key, time) => times.set(key, (times.get(key) ?? 0) + time)
const share = (part, all) => `${((part / all) * 100).toFixed(1)} %`
