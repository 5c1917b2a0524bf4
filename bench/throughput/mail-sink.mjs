import { createServer } from 'node:net'

/** A mail server that accepts every mail and only counts them. */
export async function openMailSink() {
  let received = 0
  const server = createServer((socket) => {
    let text = ''
    let isBody = false
    const answer = (line) => {
      if (isBody) {
        if (line !== '.') return
        isBody = false
        received += 1
        socket.write('250 OK\r\n')
      } else if (/^DATA/i.test(line)) {
        isBody = true
        socket.write('354 Go ahead\r\n')
      } else if (/^QUIT/i.test(line)) socket.end('221 Bye\r\n')
      else socket.write('250 OK\r\n')
    }
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const lines = (text + chunk.latin1Slice()).split('\r\n')
      text = lines.pop()
      for (const line of lines) answer(line)
    })
    socket.write('220 Ready\r\n')
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `smtp://127.0.0.1:${server.address().port}`,
    received: () => received,
    close: () => server.close(),
  }
}
