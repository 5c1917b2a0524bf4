import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'

export const GOOGLE_CLIENT_ID = 'keyhour-tests.apps.googleusercontent.com'

type Key = { kid: string; privateKey: CryptoKey; jwk: object }

async function makeKey(kid: string): Promise<Key> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** Google's key set on loopback, and ID tokens signed with it. */
export async function simulateGoogle() {
  let keys = [await makeKey('key-1')]
  let isDown = false
  let nonsense: string | undefined
  let fetches = 0
  const server = createServer((request, response) => {
    if (request.url !== '/oauth2/v3/certs') return void response.writeHead(404).end()
    fetches += 1
    if (isDown) return void response.writeHead(503).end()
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=3600' })
    response.end(nonsense ?? JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo

  return {
    keysUrl: `http://127.0.0.1:${port}/oauth2/v3/certs`,
    clientId: GOOGLE_CLIENT_ID,
    countFetches: () => fetches,
    goDown: (down = true) => {
      isDown = down
    },
    /** Answers this instead of the keys, until called without it. */
    talkNonsense: (text?: string) => {
      nonsense = text
    },
    /** Removes the earlier keys and signs with a new one. */
    async rotateKeys() {
      keys = [await makeKey(`key-${Number(keys[0]!.kid.slice(4)) + 1}`)]
    },
    /** `now` in seconds. A claim given as undefined is left out. */
    idToken(now: number, claims: Record<string, unknown> = {}): Promise<string> {
      const [{ kid, privateKey }] = keys as [Key]
      const all = {
        iss: 'https://accounts.google.com',
        aud: GOOGLE_CLIENT_ID,
        azp: GOOGLE_CLIENT_ID,
        sub: '110169484474386276334',
        email: 'dana.levi@gmail.com',
        email_verified: true,
        name: 'Dana Levi',
        given_name: 'Dana',
        family_name: 'Levi',
        iat: now,
        exp: now + 3600,
        ...claims,
      }
      return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey)
    },
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
