import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { makeSecretKey, readSecretKey } from '#server/secrets/secret-key.ts'
import { makeSecrets } from '#server/secrets/secrets.ts'

const secrets = makeSecrets('one key of thirty-two characters or more')

test('any encrypted text can be decrypted, and looks different each time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const [first, second] = [secrets.seal(text), secrets.seal(text)]

      expect(first).not.toBe(second)
      expect([secrets.open(first), secrets.open(second)]).toEqual([text, text])
    }),
  )
})

test('a text that was changed, or encrypted with another key, cannot be decrypted', () => {
  const sealed = Buffer.from(secrets.seal('wifi password'), 'base64url')
  sealed[sealed.length - 1]! ^= 1
  const other = makeSecrets('another key of thirty-two characters or more')

  expect(() => secrets.open(sealed.toString('base64url'))).toThrow()
  expect(() => other.open(secrets.seal('wifi password'))).toThrow()
})

test('the key is made once, however many servers start together, and only its owner can read it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-key-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const keys = await Promise.all(Array.from({ length: 5 }, () => makeSecretKey(dir)))

  expect(new Set([...keys, await readSecretKey(dir)]).size).toBe(1)
  expect((await stat(join(dir, 'secret.key'))).mode & 0o777).toBe(0o600)
})

test('an emptied key file is refused, because anyone could guess such a key', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-key-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await writeFile(join(dir, 'secret.key'), '\n')

  await expect(readSecretKey(dir)).rejects.toThrow(/secret\.key is no usable key/)
})
