import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { DoorFailed, type DoorFailure } from '#server/outside/door-driver.ts'

export type Answer = { status: number; text: string; headers: IncomingHttpHeaders }

export type Sending = {
  path: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array
  ms: number
}

export type Line = { send: (sending: Sending) => Promise<Answer> }

export type LineOptions = {
  /** Asked about every address that the name resolves to. */
  mayCall: (address: string) => boolean
  /** For the lookup of the name. */
  ms: number
  findAddresses?: (hostname: string) => Promise<LookupAddress[]>
}

/** The states of a large hub are several megabytes. */
const LARGEST_ANSWER = 8 * 1024 * 1024

const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/

/**
 * Connections to one server while `work` runs. Resolves the name once and calls only the addresses that were checked
 * then, so that a changed DNS entry cannot redirect us. Follows no redirects, limits the size of answers, and sends
 * nothing twice.
 */
export async function onLine<T>(
  base: URL,
  options: LineOptions,
  work: (line: Line) => Promise<T>,
): Promise<T> {
  const addresses = await addressesOf(base.hostname.replace(/^\[|\]$/g, ''), options)
  const { Agent, request } = base.protocol === 'https:' ? https : http
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = ({ method = 'GET', path, headers = {}, body, ms }: Sending) => {
    const signal = AbortSignal.timeout(ms)
    const sent = request(new URL(path, base), {
      method,
      agent,
      signal,
      lookup: alwaysAnswering(addresses),
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    }).end(body)
    return receive(sent, signal, method !== 'GET')
  }
  try {
    return await work({ send })
  } finally {
    agent.destroy()
  }
}

const lookUp = (hostname: string) => lookup(hostname, { all: true })

async function addressesOf(
  hostname: string,
  { mayCall, ms, findAddresses = lookUp }: LineOptions,
): Promise<LookupAddress[]> {
  const patience = new AbortController()
  const tooLate = setTimeout(ms, [], { signal: patience.signal, ref: false })
  const found = await Promise.race([findAddresses(hostname), tooLate]).catch(() => [])
  patience.abort()
  if (found.length === 0) throw new DoorFailed('unreachable', { code: 'no such name' })
  const allowed = found.filter(({ address }) => mayCall(address))
  if (allowed.length === 0) throw new DoorFailed('address_refused')
  return allowed
}

const alwaysAnswering =
  (addresses: LookupAddress[]): LookupFunction =>
  (_hostname, options, answer) => {
    const [{ address, family }] = addresses as [LookupAddress]
    if (options.all) answer(null, addresses)
    else answer(null, address, family)
  }

function receive(request: ClientRequest, signal: AbortSignal, changesSomething: boolean): Promise<Answer> {
  let wasReached = false
  request.on('socket', (socket) => {
    const reached = () => {
      wasReached = true
    }
    if (request.reusedSocket) reached()
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', reached)
  })
  const failure = (reason: DoorFailure, code = '') =>
    new DoorFailed(reason, { mayHaveWorked: wasReached && changesSomething, code })
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      if (error instanceof DoorFailed) reject(error)
      else if (UNTRUSTED.test(error.code ?? '')) reject(failure('untrusted', error.code))
      else if (signal.aborted && wasReached) reject(failure('too_slow'))
      else reject(failure('unreachable', error.code))
    }
    request.on('error', fail)
    request.on('response', (response) => {
      readAll(response, () => failure('unreadable')).then(resolve, fail)
    })
  })
}

async function readAll(response: IncomingMessage, tooLong: () => Error): Promise<Answer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += (chunk as Buffer).length
    // Throwing out of the loop closes the connection.
    if (size > LARGEST_ANSWER) throw tooLong()
    chunks.push(chunk as Buffer)
  }
  return {
    status: response.statusCode ?? 0,
    text: Buffer.concat(chunks).toString(),
    headers: response.headers,
  }
}

/** Undefined for other text, such as the body of an error. */
export function parseJson(text: string, change?: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, change)
  } catch {
    return undefined
  }
}
