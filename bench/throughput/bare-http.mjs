import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** What Node itself can do without any framework: a small JSON answer, and the landing page. */
const ANSWER = JSON.stringify({ status: 'ok' })
const PAGE = readFileSync(new URL('../../apps/web/dist/landing.en.html', import.meta.url))

process.on('disconnect', () => process.exit())
const server = createServer(({ url }, reply) => {
  const [type, body] = url === '/page' ? ['text/html', PAGE] : ['application/json', ANSWER]
  reply.writeHead(200, { 'content-type': type, 'content-length': body.length })
  reply.end(body)
})
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }))
