import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { answerOnLoopback } from '@keyhour/simulators/loopback'
import { expect, onTestFinished, test } from 'vitest'
import { type LineOptions, onLine } from '#server/outside/line.ts'

/** A self-signed hub. The key protects nothing. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgA8uwbyfGf2MFv6Ij
jZcfXaUr0tqzs/PUQfoBVAKgdH6hRANCAATbyxu5L6pfgo1LRlBZQxLSkZAJ9gCS
ZW49TAFS1EUOl29AF3p3l78ZP2VRgtDWZnrAkPUrya6TyYXku7fpBx1Y
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBkzCCATigAwIBAgIUesRaNjsQl9sgHjrBOJROaBa8h0QwCgYIKoZIzj0EAwIw
EzERMA8GA1UEAwwIaHViLnRlc3QwIBcNMjYxMTE1MDkxNDIxWhgPMjEyNjEwMjIw
OTE0MjFaMBMxETAPBgNVBAMMCGh1Yi50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAE28sbuS+qX4KNS0ZQWUMS0pGQCfYAkmVuPUwBUtRFDpdvQBd6d5e/GT9l
UYLQ1mZ6wJD1K8muk8mF5Lu36QcdWKNoMGYwHQYDVR0OBBYEFAN3kiPErB4RXvBT
aEZbhAJOGuBvMB8GA1UdIwQYMBaAFAN3kiPErB4RXvBTaEZbhAJOGuBvMA8GA1Ud
EwEB/wQFMAMBAf8wEwYDVR0RBAwwCoIIaHViLnRlc3QwCgYIKoZIzj0EAwIDSQAw
RgIhAJJ9+feUI8/4L0vB7Vz0AVtg3c3EifMS78IXU1CC2gdQAiEAgIXTytciKH7C
YyDhvkLi5DCm1vc/JzZucMCPa0svDw8=
-----END CERTIFICATE-----`

async function server() {
  const simulated = await answerOnLoopback(() => ({ status: 200, text: 'hello' }))
  onTestFinished(simulated.close)
  return simulated
}

const called = (url: string, name: string): URL => new URL(url.replace('127.0.0.1', name))

const anywhere = { mayCall: () => true, ms: 5000 }

const ask = (url: URL, options: LineOptions, times = 1) =>
  onLine(url, options, async (line) => {
    let text = ''
    for (let at = 0; at < times; at += 1) ({ text } = await line.send({ path: '/', ms: 5000 }))
    return text
  })

/** Each lookup finds the next of these. */
function names(...found: string[][]) {
  const asked: string[] = []
  const findAddresses = async (hostname: string) => {
    const addresses = found[Math.min(asked.length, found.length - 1)] ?? []
    asked.push(hostname)
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return { asked, findAddresses }
}

test('the address that was checked is called, whatever the name resolves to later', async () => {
  const { url, calls } = await server()
  const { asked, findAddresses } = names(['127.0.0.1'], ['169.254.169.254'])
  const mayCall = (address: string) => address === '127.0.0.1'

  expect(await ask(called(url, 'hub.example'), { mayCall, ms: 5000, findAddresses }, 3)).toBe('hello')
  expect(asked).toEqual(['hub.example'])
  expect(calls).toHaveLength(3)
})

test('of several addresses only the allowed ones are called', async () => {
  const { url } = await server()
  const { findAddresses } = names(['169.254.169.254', 'fe80::1', '127.0.0.1'])
  const mayCall = (address: string) => address === '127.0.0.1'

  expect(await ask(called(url, 'hub.example'), { mayCall, ms: 5000, findAddresses })).toBe('hello')
})

test('a name that resolves only to forbidden addresses is not called', async () => {
  const { url, calls } = await server()
  const { findAddresses } = names(['127.0.0.1'])
  const asking = ask(called(url, 'metadata.example'), { mayCall: () => false, ms: 5000, findAddresses })

  await expect(asking).rejects.toMatchObject({ reason: 'address_refused' })
  expect(calls).toEqual([])
})

test('a lookup that takes too long is given up', async () => {
  const findAddresses = () => new Promise<never>(() => undefined)
  const asking = ask(new URL('http://hub.example'), { ...anywhere, ms: 20, findAddresses })

  await expect(asking).rejects.toMatchObject({ reason: 'unreachable' })
})

test('a failure contains its code, and neither address nor path', async () => {
  const { url, goDown } = await server()
  await goDown()

  await expect(ask(new URL(url), anywhere)).rejects.toThrow(/^the door failed: unreachable \(ECONNREFUSED\)$/)
})

test('an untrusted certificate is refused', async () => {
  const hub = createServer(
    { key: KEY, cert: CERTIFICATE },
    (_request, response) => void response.end('hello'),
  )
  await new Promise<void>((listening) => hub.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void hub.close())
  const { port } = hub.address() as AddressInfo
  const { findAddresses } = names(['127.0.0.1'])
  const asking = ask(new URL(`https://hub.test:${port}`), { ...anywhere, findAddresses })

  await expect(asking).rejects.toMatchObject({ reason: 'untrusted', mayHaveWorked: false })
})
