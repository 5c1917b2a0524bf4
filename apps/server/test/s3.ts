import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('s3-server.mjs', import.meta.url))
const KEY = 'S3RVER'

type Fault = 'answers 503' | 'hangs' | 'cuts off'

/** A real S3-compatible server with one bucket, behind a proxy that can fail. */
export async function startS3() {
  const child = fork(SERVER, [], {
    execArgv: ['--openssl-legacy-provider'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  let fault: Fault | undefined
  let times = 0
  const door = createServer((call, reply) => {
    if (fault && times > 0) {
      times -= 1
      return fail(fault, reply)
    }
    const { method, url, headers } = call
    const passedOn = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.rawHeaders)
      answer.pipe(reply)
    })
    passedOn.on('error', () => reply.destroy())
    call.pipe(passedOn)
  })
  await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening))
  const host = `127.0.0.1:${(door.address() as AddressInfo).port}`

  return {
    /** For FILES_URL. */
    url: (options: { secret?: string; bucket?: string } = {}) =>
      `s3://${KEY}:${options.secret ?? KEY}@${host}/${options.bucket ?? 'files'}?tls=off`,
    fail(how: Fault, calls = Number.POSITIVE_INFINITY) {
      fault = how
      times = calls
    },
    recover() {
      fault = undefined
    },
    async stop() {
      door.closeAllConnections()
      door.close()
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

function fail(fault: Fault, reply: ServerResponse): void {
  if (fault === 'cuts off') reply.destroy()
  if (fault === 'answers 503') reply.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
}
