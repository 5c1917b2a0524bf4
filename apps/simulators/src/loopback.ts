import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

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

/** The first two differ in whether the request was carried out. */
export type Fault =
  | 'does it and stays silent'
  | 'stays silent'
  | 'does it and hangs up'
  | 'hangs up'
  | 'talks without end'
  | 'redirects'
  | 'talks nonsense'
  | Answer

export type Call = { method: string; path: string; body: string; status: number | undefined }

const CHUNK = 'x'.repeat(64 * 1024)

/** A server on loopback that answers as told, logs its requests, and fails on demand. */
export async function answerOnLoopback(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const calls: Call[] = []
  let faults: { fault: Fault; where: RegExp; times: number }[] = []
  let held: { where: RegExp; isReleased: Promise<void>; onlyAnswers: boolean }[] = []

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await read(request)
    const call: Call = {
      method: asked.method,
      path: asked.path + asked.search,
      body: asked.body,
      status: undefined,
    }
    calls.push(call)
    const waiting = held.filter(({ where }) => where.test(`${asked.method} ${asked.path}`))
    for (const { isReleased, onlyAnswers } of waiting) if (!onlyAnswers) await isReleased
    const fault = nextFault(`${asked.method} ${asked.path}`)
    const isDone =
      fault === undefined || fault === 'does it and stays silent' || fault === 'does it and hangs up'
    const meant = isDone ? await answer(asked) : undefined
    for (const { isReleased } of waiting) await isReleased
    if (fault !== undefined) return failWith(fault, response)
    call.status = meant!.status
    say(meant!, response)
  }

  function nextFault(call: string): Fault | undefined {
    const found = faults.find(({ where, times }) => times > 0 && where.test(call))
    if (found) found.times -= 1
    return found?.fault
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
    calls,
    /** From now on, where method and path match, or so many times; earlier faults still apply elsewhere. */
    misbehave(fault: Fault, where = /./, times = Number.POSITIVE_INFINITY) {
      faults = [{ fault, where, times }, ...faults]
    },
    behave() {
      faults = []
    },
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

function failWith(fault: Fault, response: ServerResponse): void {
  switch (fault) {
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
