import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export type Secrets = {
  /** Encrypts for the database or the file store. */
  seal: (text: string) => string
  open: (sealed: string) => string
  sealBytes: (bytes: Uint8Array) => Buffer
  openBytes: (sealed: Buffer) => Buffer
  /** Each purpose has its own key, so that no signature is valid for another. */
  signingKey: (purpose: string) => Uint8Array
}

const IV_BYTES = 12
const TAG_BYTES = 16

export function makeSecrets(secretKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `keyhour ${purpose}`, 32))
  const storageKey = derive('storage')
  const signingRoot = derive('signing')

  function sealBytes(bytes: Uint8Array): Buffer {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', storageKey, iv)
    const body = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }

  function openBytes(sealed: Buffer): Buffer {
    const iv = sealed.subarray(0, IV_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', storageKey, iv)
    decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  }

  return {
    sealBytes,
    openBytes,
    seal: (text) => sealBytes(Buffer.from(text, 'utf8')).toString('base64url'),
    open: (sealed) => openBytes(Buffer.from(sealed, 'base64url')).toString('utf8'),
    signingKey: (purpose) => createHmac('sha256', signingRoot).update(purpose).digest(),
  }
}
