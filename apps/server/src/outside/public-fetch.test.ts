import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { publicFetch } from '#server/outside/public-fetch.ts'

async function startServer(answer: 'redirect' | 'nothing' | 'ok') {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    if (answer === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end()
    if (answer === 'ok') response.end('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, port: (server.address() as AddressInfo).port }
}

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://localhost/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://10.0.0.1/',
  'https://192.168.1.1:8443/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.100.100.200/',
  'https://[::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://0.0.0.0/',
  'https://user:secret@example.com/',
  'ftp://example.com/',
])('%s is not called', async (url) => {
  const fetch = publicFetch({
    networks: 'public',
    findAddresses: async () => [{ address: '8.8.8.8', family: 4 }],
  })

  await expect(fetch(url)).rejects.toMatchObject({ reason: 'address_refused' })
})

test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
  'a name that resolves to %s is not called',
  async (address) => {
    const findAddresses = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
    const fetch = publicFetch({ networks: 'public', findAddresses })

    await expect(fetch('https://hooks.example.com/')).rejects.toMatchObject({ reason: 'address_refused' })
  },
)

test('the address that was checked is the one that is called, whatever the name resolves to later', async () => {
  const { asked, port } = await startServer('ok')
  let lookups = 0
  const findAddresses = async () => {
    lookups += 1
    return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  }
  const fetch = publicFetch({ networks: 'loopback', findAddresses })
  const answer = await fetch(`http://hooks.example.com:${port}/a?b=c`)

  expect(answer).toMatchObject({ status: 200, text: 'hello' })
  expect([asked, lookups]).toEqual([['/a?b=c'], 1])
})

test('a path that begins with two slashes does not lead to another server', async () => {
  const { asked, port } = await startServer('ok')
  const fetch = publicFetch({ networks: 'loopback' })
  await fetch(`http://127.0.0.1:${port}//169.254.169.254/latest`)

  expect(asked).toEqual(['//169.254.169.254/latest'])
})

test('a redirect is an answer and is not followed', async () => {
  const { asked, port } = await startServer('redirect')
  const answer = await publicFetch({ networks: 'loopback' })(`http://127.0.0.1:${port}/`)

  expect([answer.status, asked]).toEqual([302, ['/']])
})

test('a server that does not answer is given up', async () => {
  const { port } = await startServer('nothing')
  const fetch = publicFetch({ networks: 'loopback', ms: 200 })

  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: 'too_slow' })
})

test('a server that is not there is unreachable', async () => {
  await expect(publicFetch({ networks: 'loopback' })('http://127.0.0.1:1/')).rejects.toMatchObject({
    reason: 'unreachable',
  })
})

test('a server that stands in for another is called instead of it, and for nothing else', async () => {
  const { asked, port } = await startServer('ok')
  const fetch = publicFetch({
    networks: 'public',
    standIns: { 'https://calendars.example': `http://127.0.0.1:${port}` },
    findAddresses: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  await fetch('https://calendars.example/a.ics?b=c')

  await expect(fetch(`https://calendars.example:${port}/`)).rejects.toMatchObject({
    reason: 'address_refused',
  })
  expect(asked).toEqual(['/a.ics?b=c'])
})
