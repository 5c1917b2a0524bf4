import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { syncFolder } from '#server/outside/disk-store.ts'

/** `bytes` are held in memory, so larger content is split into several entries. */
export type Entry = { name: string; bytes: Buffer }

/** The last entry, in the format of sha256sum. An archive without it is incomplete. */
const CHECKSUMS = 'checksums.sha256'
const BLOCK = 512
const MOST_BYTES = 256 * 1024 * 1024

/** A gzipped tar file that any machine can unpack. Until `finish` it has a temporary name. */
export function createArchive(path: string) {
  const draft = `${path}.${randomUUID()}.unfinished`
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  const written = pipeline(gzip, createWriteStream(draft, { flags: 'wx', mode: 0o600 }))
  // The next write reports the error.
  written.catch(() => undefined)
  let checksums = ''

  async function write(bytes: Buffer): Promise<void> {
    if (gzip.write(bytes)) return
    await Promise.race([new Promise((drained) => gzip.once('drain', drained)), written])
  }

  async function add({ name, bytes }: Entry): Promise<void> {
    checksums += `${sha256(bytes)}  ${name}\n`
    await write(headerOf(name, bytes.length))
    await write(bytes)
    await write(Buffer.alloc(paddingAfter(bytes.length)))
  }

  return {
    add,
    /** Renames the file once it is complete and synced to disk. */
    async finish(): Promise<void> {
      await add({ name: CHECKSUMS, bytes: Buffer.from(checksums) })
      gzip.end(Buffer.alloc(2 * BLOCK))
      await written
      const file = await open(draft, 'r+')
      await file.sync().finally(() => file.close())
      await rename(draft, path)
      await syncFolder(dirname(resolve(path)))
    },
    async abandon(): Promise<void> {
      gzip.destroy()
      await written.catch(() => undefined)
      await rm(draft, { force: true })
    },
  }
}

export type Archive = ReturnType<typeof createArchive>

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const paddingAfter = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK

function headerOf(name: string, size: number): Buffer {
  const [folder, file] = [dirname(name), basename(name)]
  if (file.length > 100 || folder.length > 155) throw new Error(`${name} is too long a name for an archive`)
  const header = Buffer.alloc(BLOCK)
  header.write(file, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  if (folder !== '.') header.write(folder, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Throws for a file that is damaged or was cut off. */
export async function* readArchive(path: string): AsyncGenerator<Entry> {
  const gunzip = createGunzip()
  const reading = pipeline(createReadStream(path), gunzip)
  reading.catch(() => undefined)
  const { take, takeRest } = takeFrom(gunzip)
  try {
    for (;;) {
      const header = await take(BLOCK)
      // gzip's own checksum comes last, and covers our headers and padding too.
      if (header.every((byte) => byte === 0)) return await takeRest()
      const { name, size } = readHeader(header)
      const bytes = await take(size)
      await take(paddingAfter(size))
      yield { name, bytes }
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`there is no file ${path}`, { cause: error })
    throw new Error(`${path} is damaged or not whole (${message})`, { cause: error })
  } finally {
    gunzip.destroy()
    await reading.catch(() => undefined)
  }
}

function takeFrom(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    async take(size: number): Promise<Buffer> {
      const parts: Buffer[] = [rest]
      let length = rest.length
      while (length < size) {
        const { value, done } = await chunks.next()
        if (done) throw new Error('it ends too early')
        parts.push(value)
        length += value.length
      }
      const all = parts.length === 1 ? rest : Buffer.concat(parts, length)
      rest = all.subarray(size)
      return all.subarray(0, size)
    },
    async takeRest(): Promise<void> {
      while (!(await chunks.next()).done);
    },
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, length: number) =>
    header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  const size = Number.parseInt(text(124, 12), 8)
  if (text(257, 5) !== 'ustar' || !(size >= 0 && size <= MOST_BYTES)) throw new Error('it is not a backup')
  const [folder, file] = [text(345, 155), text(0, 100)]
  return { name: folder ? `${folder}/${file}` : file, size }
}

export async function verifyArchive(path: string, onBytes: (count: number) => void): Promise<void> {
  const found: string[] = []
  let promised: string | undefined
  for await (const { name, bytes } of readArchive(path)) {
    if (name === CHECKSUMS) promised = bytes.toString('utf8')
    else found.push(`${sha256(bytes)}  ${name}\n`)
    onBytes(bytes.length)
  }
  if (promised === undefined) throw new Error(`${path} is not whole: its checksums are missing`)
  if (promised !== found.join('')) throw new Error(`${path} is damaged: its checksums do not match`)
}
