import { figure } from '../few-and-many.mjs'
import { CHECKOUTS, SECONDS, WORKERS } from './settings.mjs'

const hasBase = 'base' in CHECKOUTS
const ROW_NAMES = [
  ['', ({ title }) => title],
  ['clients', ({ clients }) => clients],
  ...(WORKERS.length > 1 ? [['workers', ({ workers }) => workers ?? '']] : []),
]

/** A table that can be pasted into docs/performance.md. */
export function printTable({ orders, rows }) {
  const columns = [
    ...ROW_NAMES,
    ['per second', ({ result }) => rate(result.rate)],
    ['p50 ms', ({ result }) => ms(result.p50)],
    ['p95 ms', ({ result }) => ms(result.p95)],
    ['of its floor', ({ result, floor }) => (floor ? (result.rate / floor.rate).toFixed(3) : '')],
    ['server CPU ms', ({ result }) => ms(result.serverMs)],
    ['PostgreSQL CPU ms', ({ result }) => ms(result.postgresMs)],
    ['most MB', ({ result }) => result.megabytes?.toFixed(0) ?? ''],
    ...(hasBase ? BASE_COLUMNS : []),
  ]
  console.log(`\n${figure(orders)} orders, ${SECONDS} s per line:\n`)
  printRows(columns, rows)
}

/** What each line costs as the database grows: processor time of server and PostgreSQL per request. */
export function printGrowth(rowsOf) {
  const sizes = [...rowsOf.keys()]
  const [first, last] = [sizes[0], sizes.at(-1)]
  const rows = rowsOf.get(first).map((row, at) => ({
    ...row,
    costs: new Map(sizes.map((orders) => [orders, cpu(rowsOf.get(orders)[at].result)])),
  }))
  console.log('\nCPU ms of one request, server and PostgreSQL together:\n')
  printRows(
    [
      ...ROW_NAMES,
      ...sizes.map((orders) => [`${figure(orders)} orders`, ({ costs }) => ms(costs.get(orders))]),
      ['ratio', ({ costs }) => (costs.get(last) / costs.get(first)).toFixed(2)],
    ],
    rows,
  )
}

function printRows(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
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
const rate = (value) => (value < 100 ? value.toFixed(1) : figure(Math.round(value)))
const ms = (value) => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0))

/** Of several rounds: the mean of everything but the memory, of which the most counts. */
export function combine(rounds) {
  const mean = (key) => rounds.reduce((total, round) => total + round[key], 0) / rounds.length
  return {
    ...Object.fromEntries(['rate', 'p50', 'p95', 'serverMs', 'postgresMs'].map((key) => [key, mean(key)])),
    megabytes: Math.max(...rounds.map(({ megabytes }) => megabytes)),
  }
}
