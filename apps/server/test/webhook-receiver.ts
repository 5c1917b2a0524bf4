import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Answer = { status?: number; text?: string; headers?: Record<string, string> }
type Received = {
  headers: IncomingHttpHeaders
  body: string
  event: { id: string; kind: string; data: never }
}

/** The system on the other end: a real server on loopback that keeps what it gets. */
export async function startReceiver(path = '/hooks') {
  const received: Received[] = []
  /** Undefined: never answers. */
  let answer: Answer | undefined = { status: 200, text: 'ok' }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body, event: JSON.parse(body) })
    if (answer) response.writeHead(answer.status ?? 200, answer.headers).end(answer.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    received,
    receivedKinds: () => received.map(({ event }) => event.kind),
    answers(next: Answer | undefined) {
      answer = next
    },
  }
}

/** As `docs/webhooks.md` tells the developers of other systems to check it. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const parts = String(headers['keyhour-signature']).split(',')
  const seconds = parts[0]!.slice('t='.length)
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return parts.slice(1).includes(`v1=${expected}`)
}
