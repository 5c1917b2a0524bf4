import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { scriptFaults } from './faults.ts'

export type Asked = {
  method: string
  path: string
  /** With the question mark; empty when there is none. */
  search: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

export type Answer = {
  status: number
  json?: unknown
  text?: string
  html?: string
  headers?: Record<string, string>
}

/** The first two differ in whether the request was carried out. A slow answer is the right one, only late. */
export type Fault =
  | 'does it and stays silent'
  | 'stays silent'
  | 'does it and hangs up'
  | 'hangs up'
  | 'does it and answers half'
  | { slowMs: number }
  | 'talks without end'
  | 'redirects'
  | 'talks nonsense'
  | Answer

export type Call = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  status: number | undefined
}

/** What a caller hears who has more than so many calls open. Calls without a caller are not counted. */
type Limit = { atOnce: number; caller: (asked: Asked) => string | undefined; answer: Answer }

type Options<Named extends string> = {
  /** In the service's own words, for `misbehave`. */
  failures?: Record<Named, Answer>
  limit?: Limit
}

/** A demo runs for weeks. */
const MOST_CALLS = 20_000

const CHUNK = 'x'.repeat(64 * 1024)

/** A server on loopback that answers as told, logs its requests, and fails on demand. */
export async function answerOnLoopback<Named extends string = never>(
  answer: (asked: Asked) => Answer | Promise<Answer>,
  { failures, limit }: Options<Named> = {},
) {
  const calls: Call[] = []
  const faults = scriptFaults<Fault>()
  const isOverLimit = limit ? countOpenCalls(limit) : () => false
  let held: { where: RegExp; isReleased: Promise<void>; onlyAnswers: boolean }[] = []

  function keepCall(call: Call): void {
    calls.push(call)
    if (calls.length > MOST_CALLS) calls.splice(0, MOST_CALLS / 2)
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await read(request)
    const { method, headers, body } = asked
    const call: Call = { method, path: asked.path + asked.search, headers, body, status: undefined }
    keepCall(call)
    const sayAndLog = (said: Answer) => {
      call.status = said.status
      say(said, response)
    }
    if (isOverLimit(asked, response)) return sayAndLog(limit!.answer)
    const waiting = held.filter(({ where }) => where.test(`${asked.method} ${asked.path}`))
    for (const { isReleased, onlyAnswers } of waiting) if (!onlyAnswers) await isReleased
    const fault = faults.next(`${asked.method} ${asked.path}`)
    const meant = isCarriedOut(fault) ? await answer(asked) : undefined
    for (const { isReleased } of waiting) await isReleased
    if (isSlow(fault)) await setTimeout(fault.slowMs, undefined, { ref: false })
    else if (fault !== undefined) return failWith(fault, meant, response)
    sayAndLog(meant!)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error) => response.destroy(error as Error))
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const hangUp = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    /** Oldest first. Of very many only the latest. */
    calls,
    /** From now on, where method and path match, or so many times; earlier faults still apply elsewhere. */
    misbehave(fault: Fault | Named, where?: RegExp, times?: number) {
      faults.add(failures?.[fault as Named] ?? (fault as Fault), where, times)
    },
    behave: faults.clear,
    /**
     * Matching calls wait, neither carried out nor answered, until the returned function is called. With `onlyAnswers`
     * they are carried out at once.
     */
    hold(where: RegExp, { onlyAnswers = false } = {}): () => void {
      let release = () => {}
      const isReleased = new Promise<void>((resolve) => {
        release = resolve
      })
      const hold = { where, isReleased, onlyAnswers }
      held = [...held, hold]
      return () => {
        held = held.filter((one) => one !== hold)
        release()
      }
    },
    /** Refuses connections until it comes back, at the same address. */
    goDown: hangUp,
    comeBack: () => listen(port),
    close: async () => void (server.listening && (await hangUp())),
  }
}

function countOpenCalls({ atOnce, caller }: Limit) {
  const open: string[] = []
  return (asked: Asked, response: ServerResponse): boolean => {
    const name = caller(asked)
    if (name === undefined) return false
    open.push(name)
    response.once('close', () => open.splice(open.indexOf(name), 1))
    return open.filter((one) => one === name).length > atOnce
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://loopback')
  return {
    method: request.method ?? 'GET',
    path: pathname,
    search,
    query: searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString(),
  }
}

function say({ status, json, text, html, headers = {} }: Answer, response: ServerResponse): void {
  const type =
    json !== undefined ? 'application/json' : `text/${html === undefined ? 'plain' : 'html'}; charset=utf-8`
  response.writeHead(status, { ...(status !== 204 && { 'content-type': type }), ...headers })
  response.end(json === undefined ? (html ?? text) : JSON.stringify(json))
}

const isSlow = (fault: Fault | undefined): fault is { slowMs: number } =>
  typeof fault === 'object' && 'slowMs' in fault

const isCarriedOut = (fault: Fault | undefined): boolean =>
  fault === undefined || isSlow(fault) || (typeof fault === 'string' && fault.startsWith('does it'))

function answerHalf({ status, json }: Answer, response: ServerResponse): void {
  const whole = JSON.stringify(json ?? {})
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(whole.slice(0, Math.ceil(whole.length / 2)))
}

function failWith(
  fault: Exclude<Fault, { slowMs: number }>,
  meant: Answer | undefined,
  response: ServerResponse,
): void {
  switch (fault) {
    case 'does it and answers half':
      return void answerHalf(meant!, response)
    case 'does it and stays silent':
    case 'stays silent':
      return
    case 'does it and hangs up':
    case 'hangs up':
      return void response.socket?.resetAndDestroy()
    case 'redirects':
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
    case 'talks nonsense':
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html>Welcome to nginx!</html>')
    case 'talks without end':
      response.writeHead(200, { 'content-type': 'application/json' })
      pourInto(response)
      return
    default:
      say(fault, response)
  }
}

function pourInto(response: ServerResponse): void {
  while (!response.destroyed && response.write(CHUNK));
  if (!response.destroyed) response.once('drain', () => pourInto(response))
}
