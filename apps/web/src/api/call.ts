import type { Endpoint } from '@keyhour/contract/endpoint'
import { ErrorBody, type FieldError } from '@keyhour/contract/errors'
import axios, { type AxiosError, type AxiosRequestConfig, type AxiosResponse, isAxiosError } from 'axios'
import { z } from 'zod'
import { counted } from '#web/api/requests.ts'
import { endSession, getSession } from '#web/api/session.ts'

/** For failures that the server did not explain. Their Hebrew is in `server.json`, with the server's own sentences. */
export const SENTENCES = {
  badReply: 'Received invalid data format from server.',
  unknown: 'An unknown error occurred',
  tooLong: 'This took too long. Please try again.',
  noConnection: 'No connection to the server. Please try again.',
  tooMany: 'Too many attempts. Please wait a moment and try again.',
  notAvailable: 'The server is not available right now. Please try again in a moment.',
  ourFault: 'Something went wrong on our side.',
} as const
const TIMEOUT_MS = 30_000
const UPLOAD_TIMEOUT_MS = 300_000

/** The only error that a call throws. The screen decides what to show. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** 0 without a reply. */
  readonly status: number
  /** One per invalid field; empty if the server sent a sentence. */
  readonly issues: readonly FieldError[]

  constructor(status: number, message: string, issues: readonly FieldError[] = [], cause?: unknown) {
    super(message, { cause })
    this.status = status
    this.issues = issues
  }

  get body(): ErrorBody | undefined {
    return isAxiosError(this.cause) ? ErrorBody.safeParse(this.cause.response?.data).data : undefined
  }
}

type Part<E extends Endpoint, Name extends 'params' | 'query' | 'body'> = E[Name] extends z.ZodType
  ? Name extends 'query'
    ? { [K in Name]?: Partial<z.output<E[Name]>> }
    : { [K in Name]: z.output<E[Name]> }
  : { [K in Name]?: never }

type Common = {
  signal?: AbortSignal | undefined
  /** Replaces the session's token, to try this one. A 401 then does not end the session. */
  token?: string
  /** The server runs requests with the same key only once. */
  key?: string
  /** Called with the share of the body that was sent, 0 to 1. Such a call has a longer time limit. */
  onProgress?: (share: number) => void
}
type CallInput<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'> & Common
type InputArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]
export type Reply<E extends Endpoint> = z.output<E['reply']>

export const http = axios.create({ timeout: TIMEOUT_MS })

http.interceptors.request.use((config) => {
  const token = getSession().signedIn?.token
  if (token && !config.headers.has('Authorization')) config.headers.set('Authorization', `Bearer ${token}`)
  return config
})

export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: InputArguments<E>
): Promise<Reply<E>> {
  const response = await send(endpoint, input)
  return decode(endpoint, response)
}

/** `isMore`: counting stopped before the end. */
export type ListPage<T> = { rows: T; total: number; isMore: boolean }

/** One page of a list, with the total number of rows. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  ...[input]: InputArguments<E>
): Promise<ListPage<Reply<E>>> {
  const response = await send(endpoint, input)
  const rows = decode(endpoint, response)
  const counted = Number(response.headers['x-total-count'])
  const total = Number.isInteger(counted) && counted >= 0 ? counted : Array.isArray(rows) ? rows.length : 0
  return { rows, total, isMore: response.headers['x-total-more'] === 'true' }
}

type LooseInput = Common & { params?: unknown; query?: unknown; body?: unknown }

async function send(endpoint: Endpoint, input: LooseInput = {}): Promise<AxiosResponse<unknown>> {
  const query = encodeQuery(endpoint, input.query)
  const body = encode('body', endpoint.body, input.body)
  try {
    const request = http.request({
      method: endpoint.method,
      url: fillPath(endpoint.path, encode('params', endpoint.params, input.params ?? {})),
      params: query,
      ...(body !== undefined && { data: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(input.token !== undefined && { Authorization: `Bearer ${input.token}` }),
        ...(input.key !== undefined && { 'Idempotency-Key': input.key }),
      },
      // Any status but the described one is an error, including other 2xx.
      validateStatus: (status) => status === (endpoint.status ?? 200),
      ...(input.signal && { signal: input.signal }),
      ...(input.onProgress && followed(input.onProgress)),
    })
    return await counted(request)
  } catch (error) {
    throw refused(error, input.token !== undefined)
  }
}

/** What is left out gets its default on the server, which also checks the rules for several fields. */
const encodeQuery = (endpoint: Endpoint, query: unknown): unknown =>
  encode('query', endpoint.query && z.object(endpoint.query.shape).partial(), query ?? {})

/** Opens a file as a stream: it may be too large for memory. */
export async function openFile<E extends Endpoint>(
  endpoint: E,
  { params, query, signal }: Part<E, 'params'> & Part<E, 'query'> & { signal: AbortSignal },
): Promise<Response> {
  const token = getSession().signedIn?.token
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const path = fillPath(endpoint.path, encode('params', endpoint.params, params ?? {}))
  const url = http.getUri({ url: path, params: encodeQuery(endpoint, query) })
  const response = await fetch(url, { headers, cache: 'no-store', signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new CallError(0, SENTENCES.noConnection, [], error)
  })
  if (response.ok) return response
  if (response.status === 401) endIfRefused(headers.Authorization)
  throw refusal(response.status, await response.json().catch(() => undefined))
}

const followed = (onProgress: (share: number) => void): AxiosRequestConfig => ({
  timeout: UPLOAD_TIMEOUT_MS,
  onUploadProgress: ({ progress = 0 }) => onProgress(progress),
})

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

function encode(where: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const encoded = z.safeEncode(schema, value)
  if (encoded.success) return encoded.data
  const issues = encoded.error.issues.map(({ path, message }) => ({
    loc: [where, ...path.map(String)],
    msg: message,
  }))
  throw new CallError(422, sentence(issues), issues, encoded.error)
}

function decode<E extends Endpoint>(endpoint: E, response: AxiosResponse<unknown>): Reply<E> {
  const decoded = z.safeDecode(endpoint.reply, response.data as never)
  if (!decoded.success) throw new CallError(response.status, SENTENCES.badReply, [], decoded.error)
  return decoded.data as Reply<E>
}

function sentence(issues: readonly FieldError[]): string {
  return issues.map(({ loc, msg }) => (loc[1] ? `${loc[1]}: ${msg}` : msg)).join(', ')
}

const unanswered = ({ code }: AxiosError): string =>
  code === 'ECONNABORTED' || code === 'ETIMEDOUT' ? SENTENCES.tooLong : SENTENCES.noConnection

/** For replies that did not come from our server but from a proxy in between. */
function wordless(status: number): string {
  if (status === 429) return SENTENCES.tooMany
  if (status === 408) return SENTENCES.tooLong
  if (status >= 502) return SENTENCES.notAvailable
  return status >= 500 ? SENTENCES.ourFault : SENTENCES.unknown
}

function endIfRefused(authorization: unknown): void {
  const current = getSession().signedIn?.token
  if (current && authorization === `Bearer ${current}`) endSession('refused')
}

function refused(error: unknown, isTrial: boolean): unknown {
  if (!isAxiosError(error)) return new CallError(0, SENTENCES.unknown, [], error)
  const response = error.response
  if (!response) return error.code === 'ERR_CANCELED' ? error : new CallError(0, unanswered(error), [], error)
  if (response.status === 401 && !isTrial) endIfRefused(error.config?.headers.get('Authorization'))
  return refusal(response.status, response.data, error)
}

function refusal(status: number, data: unknown, cause?: unknown): CallError {
  const body = ErrorBody.safeParse(data)
  if (!body.success) return new CallError(status, wordless(status), [], cause)
  const { detail } = body.data
  return typeof detail === 'string'
    ? new CallError(status, detail, [], cause)
    : new CallError(status, sentence(detail), detail, cause)
}
