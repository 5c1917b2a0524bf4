import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { claimFolder } from '#server/backups/restored-folder.ts'
import { bringUp, collectClosers } from '#server/bring-up.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connection.ts'
import { databaseOf } from '../test/cluster.ts'
import { startTcpProxy } from '../test/tcp-proxy.ts'

async function emptyDatabase() {
  const { pool, close } = openDatabase(inject('clusterUrl'), () => undefined)
  const name = `start_${randomUUID().replaceAll('-', '')}`
  await pool.query(`create database ${name}`)
  await close()
  return databaseOf(inject('clusterUrl'), name)
}

async function freshDir() {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-start-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

async function start(settings: NodeJS.ProcessEnv, tell = (_sentence: string): void => undefined) {
  const log = pino({ level: 'silent' })
  const { onClose, close } = collectClosers(log)
  const config = readConfig({ DEMO: 'off', ...settings })
  const signal = new AbortController().signal
  try {
    await bringUp({ config, log, tell, signal, onDatabaseLost: () => undefined }, { onClose, role: 'server' })
  } finally {
    await close()
  }
}

async function ask(url: string, question: string) {
  const { pool, close } = openDatabase(url, () => undefined)
  try {
    return (await pool.query(question)).rows
  } finally {
    await close()
  }
}

test('a start without the secret.key of an outside database leaves nothing behind', async () => {
  const DATABASE_URL = await emptyDatabase()
  const parent = await freshDir()
  await start({ DATABASE_URL, DATA_DIR: join(parent, 'first') })
  // As an older version left it.
  await ask(
    DATABASE_URL,
    `delete from migrations where name >= '0019'; alter table installation drop column file_store_id; drop table unused_files`,
  )
  const migrations = await ask(DATABASE_URL, 'select name from migrations order by name')

  await expect(start({ DATABASE_URL, DATA_DIR: join(parent, 'second') })).rejects.toThrow(
    'Put secret.key back into DATA_DIR, for instance from a backup, or set SECRET_KEY.',
  )
  expect(await readdir(parent)).toEqual(['first'])
  expect(await ask(DATABASE_URL, 'select name from migrations order by name')).toEqual(migrations)
})

test('a start without the secret.key of the embedded database leaves nothing behind, and a start with it works', async () => {
  const dir = await freshDir()
  await start({ DATA_DIR: dir })
  const key = await readFile(join(dir, 'secret.key'), 'utf8')
  await rm(join(dir, 'secret.key'))

  await expect(start({ DATA_DIR: dir })).rejects.toThrow('is missing')
  await expect(start({ DATA_DIR: dir, SECRET_KEY: 'k'.repeat(32) })).rejects.toThrow('another SECRET_KEY')
  expect(await readdir(dir)).not.toContain('secret.key')
  await start({ DATA_DIR: dir, SECRET_KEY: key.trim() })
})

test('several first starts with one DATA_DIR on an outside database agree on one key', async () => {
  const settings = { DATABASE_URL: await emptyDatabase(), DATA_DIR: join(await freshDir(), 'data') }
  await Promise.all([start(settings), start(settings), start(settings)])

  expect(await readdir(settings.DATA_DIR)).toEqual(['secret.key'])
})

test('a start waits for a database that does not answer yet, and says so', async () => {
  const proxy = await startTcpProxy(await emptyDatabase())
  onTestFinished(proxy.close)
  proxy.goSilent()
  const told: string[] = []
  await start({ DATABASE_URL: proxy.url, DATA_DIR: await freshDir() }, (sentence) => {
    told.push(sentence)
    proxy.speakAgain()
  })

  expect(told[0]).toMatch(/^Waiting for the database: .*timeout/)
})

test('a start with a wrong password does not wait', async () => {
  const DATABASE_URL = inject('clusterUrl').replace(/\/\/(\w+):[^@]+@/, '//$1:guess@')
  const told: string[] = []
  const started = start({ DATABASE_URL, DATA_DIR: await freshDir() }, (sentence) => told.push(sentence))

  await expect(started).rejects.toThrow('password')
  expect(told).toEqual([])
})

test('a folder that is being restored into is refused before anything is made in it', async () => {
  const dataDir = await freshDir()
  const folder = await claimFolder(dataDir)

  await expect(start({ DATA_DIR: dataDir })).rejects.toThrow('is under way or was not finished')
  await expect(claimFolder(dataDir)).rejects.toThrow('is under way or was not finished')
  await folder.refuseUsed()
  await folder.release({ isRestored: false })
  expect(await readdir(dataDir)).toEqual([])
})

test('files that another process puts into DATA_DIR during a restore stay there when the restore fails', async () => {
  const dataDir = join(await freshDir(), 'data')
  const folder = await claimFolder(dataDir)
  await writeFile(join(dataDir, 'secret.key'), 'the only copy')

  await expect(folder.refuseUsed()).rejects.toThrow('is not empty')
  await folder.release({ isRestored: false })
  expect(await readdir(dataDir)).toEqual(['secret.key'])
})
