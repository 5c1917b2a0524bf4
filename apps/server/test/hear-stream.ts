import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'

/** Listens to a live stream until the test is over. Without a token, as a visitor. */
export async function hearStream(app: FastifyInstance, url: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const reply = await app.inject({ url, headers, payloadAsStream: true })
  const stream = reply.stream()
  let text = ''
  let isOver = false
  stream.on('data', (chunk) => (text += chunk))
  stream.on('end', () => (isOver = true))
  onTestFinished(() => void stream.destroy())
  const heard = () => [...text.matchAll(/^event: (\w+)$/gm)].map(([, event]) => event!)
  return {
    type: reply.headers['content-type'],
    isOver: () => isOver,
    heard,
    times: (event: string) => heard().filter((one) => one === event).length,
  }
}
