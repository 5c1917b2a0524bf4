import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LINES } from './lines.mjs'

const { env } = process
const listOf = (text) => text.split(',').map((part) => part.trim())

const HERE = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')

export const ORDERS = listOf(env.BENCH_ORDERS ?? '10000,100000,1000000').map(Number)
export const CLIENTS = listOf(env.BENCH_CLIENTS ?? '1,16').map(Number)
export const SECONDS = Number(env.BENCH_SECONDS ?? 10)
export const WORKERS = listOf(env.BENCH_WORKERS ?? '1').map(Number)
/** The built checkouts to measure: this one, and the one it is compared with. */
export const CHECKOUTS = { new: HERE, ...(env.BENCH_BASE && { base: resolve(env.BENCH_BASE) }) }
/** What is compared is measured twice, in turn. */
export const ROUNDS = Number(env.BENCH_ROUNDS ?? (env.BENCH_BASE || ORDERS.length > 1 ? 2 : 1))
export const WITH_PROFILE = env.BENCH_PROFILE === '1'
export const LINE_NAMES = env.BENCH_LINES ? listOf(env.BENCH_LINES) : Object.keys(LINES)

const unknown = LINE_NAMES.filter((name) => !(name in LINES))
if (unknown.length > 0)
  throw new Error(`BENCH_LINES has ${unknown.join(', ')}. There are: ${Object.keys(LINES).join(', ')}.`)
