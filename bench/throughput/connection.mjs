import { connect } from 'node:net'

const END_OF_HEAD = '\r\n\r\n'

/**
 * One HTTP connection that is kept alive and carries one request at a time. Much cheaper than Node's own client, which
 * would take the processor time that the server is measured with.
 */
export async function openConnection({ hostname, port }) {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let received = Buffer.alloc(0)
  let waiting

  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = parse(received)
    if (!answer) return
    received = Buffer.alloc(0)
    waiting.resolve(answer)
  })
  const fail = (error) => waiting?.reject(error ?? new Error('The server closed the connection.'))
  socket.on('error', fail)
  socket.on('close', () => fail())
  await new Promise((resolve, reject) => {
    waiting = { resolve, reject }
    socket.on('connect', resolve)
  })

  return {
    send(request) {
      const answered = new Promise((resolve, reject) => {
        waiting = { resolve, reject }
      })
      socket.write(request)
      return answered
    },
    close: () => socket.destroy(),
  }
}

/** Undefined until the whole answer is there. */
function parse(bytes) {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end === -1) return undefined
  const head = bytes.latin1Slice(0, end)
  const body = bytes.subarray(end + END_OF_HEAD.length)
  const status = Number(head.slice(9, 12))
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return joinChunks(status, body)
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return body.length < length ? undefined : { status, body }
}

function joinChunks(status, bytes) {
  const parts = []
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line === -1) return undefined
    const size = Number.parseInt(bytes.latin1Slice(at, line), 16)
    const next = line + 2 + size + 2
    if (bytes.length < next) return undefined
    if (size === 0) return { status, body: Buffer.concat(parts) }
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = next
  }
}
