import { createServer } from 'node:http'

/** What Node itself can do: a small JSON answer without any framework. */
const ANSWER = JSON.stringify({ status: 'ok' })

process.on('disconnect', () => process.exit())
const server = createServer((_, reply) => {
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': ANSWER.length })
  reply.end(ANSWER)
})
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }))
