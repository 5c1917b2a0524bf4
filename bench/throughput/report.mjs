import { CHECKOUTS, SECONDS, WORKERS } from './settings.mjs'

const hasBase = 'base' in CHECKOUTS

/** A table that can be pasted into docs/performance.md. */
export function printTable({ orders, rows }) {
  const columns = [
    ['', (row) => row.title],
    ['clients', (row) => row.clients],
    ...(WORKERS.length > 1 ? [['workers', (row) => row.workers ?? '']] : []),
    ['per second', ({ result }) => rate(result.rate)],
    ['p50 ms', ({ result }) => ms(result.p50)],
    ['p95 ms', ({ result }) => ms(result.p95)],
    ['of its floor', ({ result, floor }) => (floor ? (result.rate / floor.rate).toFixed(3) : '')],
    ['server CPU ms', ({ result }) => ms(result.serverMs)],
    ['PostgreSQL CPU ms', ({ result }) => ms(result.postgresMs)],
    ['most MB', ({ result }) => result.megabytes?.toFixed(0) ?? ''],
    ...(hasBase ? BASE_COLUMNS : []),
  ]
  const line = (cells) => `| ${cells.join(' | ')} |`
  console.log(`\n${orders.toLocaleString('en')} orders, ${SECONDS} s per line:\n`)
  console.log(line(columns.map(([name]) => name)))
  console.log(line(columns.map(() => '---')))
  for (const row of rows) console.log(line(columns.map(([, cell]) => cell(row))))
}

const BASE_COLUMNS = [
  ['base per second', ({ base }) => (base ? rate(base.rate) : '')],
  ['base p50 ms', ({ base }) => (base ? ms(base.p50) : '')],
  ['base server CPU ms', ({ base }) => (base ? ms(base.serverMs) : '')],
  ['rate, new / base', ({ result, base }) => (base ? (result.rate / base.rate).toFixed(2) : '')],
  ['CPU, base / new', ({ result, base }) => (base ? (cpu(base) / cpu(result)).toFixed(2) : '')],
]

const cpu = ({ serverMs, postgresMs }) => serverMs + postgresMs
const rate = (value) => (value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en'))
const ms = (value) => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0))

/** Of several rounds: the mean of everything but the memory, of which the most counts. */
export function combine(rounds) {
  const mean = (key) => rounds.reduce((total, round) => total + round[key], 0) / rounds.length
  return {
    ...Object.fromEntries(['rate', 'p50', 'p95', 'serverMs', 'postgresMs'].map((key) => [key, mean(key)])),
    megabytes: Math.max(...rounds.map(({ megabytes }) => megabytes)),
  }
}
