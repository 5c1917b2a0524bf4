import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A TCP proxy in front of PostgreSQL that lets a test disturb its connections. */
export async function startTcpProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const [host, port] = [url.searchParams.get('host')!, Number(url.searchParams.get('port'))]
  const target = host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port }
  const open = new Set<Socket>()
  let isSilent = false
  let lastWords: string | undefined
  let roundTrips = 0

  const server = createServer((near) => {
    const far = connect(target)
    let isAnswered = true
    far.on('data', () => {
      isAnswered = true
    })
    near.on('data', () => {
      if (isAnswered) roundTrips += 1
      isAnswered = false
    })
    near.on('data', (bytes) => {
      if (lastWords === undefined || !bytes.includes(lastWords)) return
      lastWords = undefined
      far.end(bytes)
      near.destroy()
    })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('error', () => undefined)
      from.on('data', (bytes) => {
        if (!isSilent && to.writable) to.write(bytes)
      })
      from.on('close', () => {
        open.delete(from)
        to.end()
      })
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address() as { port: number }
  url.searchParams.set('host', '127.0.0.1')
  url.searchParams.set('port', String(address.port))

  return {
    url: url.href,
    /** How often a connection has sent something since its last answer. */
    roundTrips: () => roundTrips,
    /** From now on nothing gets through, over old connections and new ones. */
    goSilent() {
      isSilent = true
    },
    speakAgain() {
      isSilent = false
    },
    /** PostgreSQL receives the next message that contains these words, but its answer is lost. */
    cutOffAfter(words: string) {
      lastWords = words
    },
    /** Silences the current connections without closing them; later ones work. */
    goHalfOpen() {
      for (const socket of open) socket.removeAllListeners('data').on('data', () => undefined)
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
