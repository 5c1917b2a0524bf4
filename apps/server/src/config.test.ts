import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

test('with nothing set, the product runs on this machine with its own database and demo data', () => {
  const config = readConfig({})

  expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', databaseUrl: undefined, demo: true })
  expect(config.publicUrl).toBe('http://127.0.0.1:3000')
})

test('demo data is not added to outside databases or on public networks unless the operator asks for it', () => {
  const outside = { DATABASE_URL: 'postgres://db.example/keyhour' }

  expect(readConfig(outside).demo).toBe(false)
  expect(readConfig({ HOST: '0.0.0.0' }).demo).toBe(false)
  expect(readConfig({ PUBLIC_URL: 'https://keyhour.example' }).demo).toBe(false)
  expect(readConfig({ ...outside, DEMO: 'on' }).demo).toBe(true)
  expect(readConfig({ DEMO: 'off' }).demo).toBe(false)
})

test('every bad variable is named, with what it should be', () => {
  const read = () =>
    readConfig({ PORT: 'eighty', SECRET_KEY: 'short', SMTP_URL: 'mail.example', DEMO: 'maybe' })

  expect(read).toThrow(
    [
      'The configuration cannot be used:',
      '  PORT should be a whole number',
      '  SECRET_KEY should have at least 32 characters',
      '  SMTP_URL should be an address that starts with smtp:// or smtps://',
      '  DEMO should be on or off',
    ].join('\n'),
  )
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: '' })).toMatchObject({ databaseUrl: undefined, port: 3000 })
})

test('a real installation answers requests from one process per core; a demo and a test from one', () => {
  const real = { NODE_ENV: 'production', DEMO: 'off' }

  expect(readConfig(real).workers).toBe(Math.min(availableParallelism(), 12))
  expect(readConfig({ ...real, DEMO: 'on' }).workers).toBe(1)
  expect(readConfig({ DEMO: 'off' }).workers).toBe(1)
  expect(readConfig({ WORKERS: '3' }).workers).toBe(3)
  for (const WORKERS of ['0', '65', 'two'])
    expect(() => readConfig({ WORKERS })).toThrow(/WORKERS should be (a whole number|from 1 to 64)/)
})

test('up to 12 workers need fewer connections than PostgreSQL allows by default', () => {
  for (let workers = 2; workers <= 12; workers += 1) {
    const { connections } = readConfig({ WORKERS: String(workers) })
    // Each has two more: one hears changes, one asks whether the database is there.
    expect((workers + 1) * (connections + 2)).toBeLessThan(92)
  }
  expect(readConfig({ WORKERS: '1' }).connections).toBe(20)
})

test('links work even when the server listens on every network interface', () => {
  expect(readConfig({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
  expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000')
  expect(readConfig({ PUBLIC_URL: 'https://keyhour.example/' }).publicUrl).toBe('https://keyhour.example')
})

test('hubs may be in a private network, but on this machine only if a setting allows it', () => {
  expect(readConfig({}).hubNetworks).toBe('private')
  expect(readConfig({ HUB_NETWORKS: 'loopback' }).hubNetworks).toBe('loopback')
  expect(() => readConfig({ HUB_NETWORKS: 'all' })).toThrow(
    'HUB_NETWORKS should be public, private or loopback',
  )
})

test('FILES_URL is a bucket or a folder; anything else is refused without repeating the secret', () => {
  for (const FILES_URL of ['s3://key:secret@s3.example.com/bucket', 'file:///srv/files'])
    expect(readConfig({ FILES_URL }).filesUrl).toBe(FILES_URL)

  for (const FILES_URL of [
    'https://key:hidden@s3.example.com/bucket',
    's3://key:hidden@s3.example.com',
    'files',
  ]) {
    expect(() => readConfig({ FILES_URL })).toThrow('FILES_URL should be like s3://KEY:SECRET@host/bucket')
    expect(() => readConfig({ FILES_URL })).not.toThrow('hidden')
  }
})

test('replies need an address and a way in', () => {
  const address = { REPLY_ADDRESS: 'replies@keyhour.test' }
  const IMAP_URL = 'imaps://replies:secret@mail.keyhour.test/INBOX'
  const sentence = 'REPLY_ADDRESS should be set together with INBOUND_MAIL_SECRET or IMAP_URL'

  expect(readConfig({}).replies).toBeUndefined()
  expect(readConfig({ ...address, IMAP_URL }).replies).toMatchObject({ imapUrl: IMAP_URL })
  expect(() => readConfig(address)).toThrow(sentence)
  expect(() => readConfig({ IMAP_URL })).toThrow(sentence)
  expect(() => readConfig({ REPLY_ADDRESS: `${'a'.repeat(21)}@keyhour.test`, IMAP_URL })).toThrow(
    'REPLY_ADDRESS should have at most 20 characters before the @, and no +',
  )
})

test('a calendar service is offered once its client is set up, and half of that is refused', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  const microsoft = { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 'secret' }

  expect(readConfig({ GOOGLE_CLIENT_ID: 'id' }).googleCalendar).toBeUndefined()
  expect(readConfig({ ...google, GOOGLE_URL: 'http://127.0.0.1:4/' }).googleCalendar).toEqual({
    clientId: 'id',
    clientSecret: 'secret',
    url: 'http://127.0.0.1:4',
  })
  expect(readConfig(microsoft).outlook).toMatchObject({ tenant: 'common', url: undefined })
  expect(() => readConfig({ GOOGLE_CLIENT_SECRET: 'secret' })).toThrow(/GOOGLE_CLIENT_ID/)
  expect(() => readConfig({ MICROSOFT_CLIENT_ID: 'id' })).toThrow(/MICROSOFT_CLIENT_SECRET/)
})
