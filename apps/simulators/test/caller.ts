import { onTestFinished } from 'vitest'
import { type Answer, type Asked, answerOnLoopback } from '../src/loopback.ts'

/** The answers of services differ too much for one type: tests say what they expect. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any field of any answer.
export type Json = any

export type Reply = { status: number; headers: Headers; json: Json; text: string }

export type Sent = { body?: unknown; form?: Record<string, string>; headers?: Record<string, string> }

export async function call(method: string, url: string, { body, form, headers }: Sent = {}): Promise<Reply> {
  const sent = form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body)
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(sent !== undefined && { body: sent }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stands for the product that hears of changes. */
export async function listen(answer: (asked: Asked) => Answer = () => ({ status: 202 })) {
  const product = await answerOnLoopback(answer)
  onTestFinished(product.close)
  return product
}

/** The hidden and visible answers of the form on a page, as a browser would send them after pressing a button. */
export const formOn = (html: string, decision: string): Record<string, string> => ({
  account: /name="account" value="([^"]+)" checked/.exec(html)![1]!,
  decision,
})
