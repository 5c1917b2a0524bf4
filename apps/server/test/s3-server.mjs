// A real S3-compatible server, for tests. It needs its own process because it encrypts its continuation tokens with a
// cipher that Node only offers with --openssl-legacy-provider.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

const directory = mkdtempSync(join(tmpdir(), 'keyhour-s3-'))
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: 'files' }],
})
const { port } = await server.run()
process.send(port)
process.on('disconnect', () => {
  rmSync(directory, { recursive: true, force: true })
  process.exit()
})
