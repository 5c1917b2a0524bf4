import { STATUS_CODES } from 'node:http'
import type { Endpoint } from '@keyhour/contract/endpoint'
import type { ErrorBody } from '@keyhour/contract/errors'
import { AxiosError, type AxiosResponse, CanceledError, type InternalAxiosRequestConfig } from 'axios'
import { z } from 'zod'
import { http, type Reply } from '#web/api/call.ts'

type Answer = { status: number; data: unknown; headers?: Record<string, string> }
type Handler = {
  endpoint: Endpoint
  answer: (config: InternalAxiosRequestConfig) => Answer | Promise<Answer>
}

let handlers: Handler[] = []
let testEnds = new AbortController()
export let sent: {
  method: string
  url: string
  body: unknown
  authorization: string | undefined
  key: string | undefined
}[] = []

export function startReplies(): void {
  handlers = []
  sent = []
  testEnds = new AbortController()
  http.defaults.adapter = adapter
}

/** Gives up what still waits for a reply, so that the next test's requests are the only ones. */
export function endReplies(): void {
  testEnds.abort()
}

/** Encoded with the endpoint's own schema, so that it cannot drift from the real reply. */
export function answer<E extends Endpoint>(
  endpoint: E,
  value: Reply<E>,
  headers?: Record<string, string>,
): void {
  const data = z.encode(endpoint.reply, value)
  handlers.unshift({
    endpoint,
    answer: () => ({ status: endpoint.status ?? 200, data, ...(headers && { headers }) }),
  })
}

/** Without a detail, the reply comes from a proxy in between. */
export function refuse(
  endpoint: Endpoint,
  status: number,
  detail?: ErrorBody['detail'],
  more: Omit<ErrorBody, 'detail'> = {},
): void {
  handlers.unshift({ endpoint, answer: () => ({ status, data: { detail, ...more } }) })
}

export function loseConnection(endpoint: Endpoint): void {
  const lost = (config: InternalAxiosRequestConfig) =>
    new AxiosError('Network Error', AxiosError.ERR_NETWORK, config)
  handlers.unshift({ endpoint, answer: (config) => Promise.reject(lost(config)) })
}

/** Returns a function that sends the reply. */
export function answerLater<E extends Endpoint>(endpoint: E, value: Reply<E>): () => void {
  let release: () => void = () => undefined
  const promise = new Promise<void>((resolve) => {
    release = resolve
  })
  const data = z.encode(endpoint.reply, value)
  handlers.unshift({ endpoint, answer: () => promise.then(() => ({ status: endpoint.status ?? 200, data })) })
  return () => release()
}

const matches = ({ endpoint }: Handler, method: string, path: string) =>
  endpoint.method === method && new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`).test(path)

/** As in a browser, an aborted call gets no reply, so nothing of one test goes on in the next. */
const givenUp = (config: InternalAxiosRequestConfig): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(new CanceledError(undefined, config))
    config.signal?.addEventListener?.('abort', stop)
    if (testEnds.signal.aborted) stop()
    else testEnds.signal.addEventListener('abort', stop)
  })

async function adapter(config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
  const method = (config.method ?? 'get').toUpperCase()
  const url = http.getUri(config)
  const path = url.split('?')[0] ?? ''
  const authorization = config.headers.get('Authorization')?.toString()
  config.onUploadProgress?.({ loaded: 1, total: 2, progress: 0.5, bytes: 1, lengthComputable: true })
  const key = config.headers.get('Idempotency-Key')?.toString()
  sent.push({ method, url, body: config.data && JSON.parse(config.data), authorization, key })

  const fitting = handlers.filter((candidate) => matches(candidate, method, path))
  // As on the server, a path without parameters comes first.
  const handler = fitting.find(({ endpoint }) => endpoint.path === path) ?? fitting[0]
  const given = handler
    ? await Promise.race([handler.answer(config), givenUp(config)])
    : { status: 404, data: { detail: `No reply for ${url}` } }
  const response: AxiosResponse = {
    status: given.status,
    statusText: STATUS_CODES[given.status] ?? '',
    data: JSON.parse(JSON.stringify(given.data)),
    headers: given.headers ?? {},
    config,
  }
  if (config.validateStatus?.(given.status)) return response
  throw new AxiosError(`Request failed with status code ${given.status}`, 'ERR', config, null, response)
}
