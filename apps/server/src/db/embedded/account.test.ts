import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chooseAccount, runAs } from '#server/db/embedded/account.ts'
import { findBinaries } from '#server/db/embedded/binaries.ts'

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)(
  'root can run PostgreSQL under another account although its programs are in a closed folder',
  async () => {
    const closed = await mkdtemp(join(tmpdir(), 'kh-'))
    onTestFinished(() => rm(closed, { recursive: true }))
    const native = dirname(dirname((await findBinaries()).postgres))
    await cp(native, closed, { recursive: true, verbatimSymlinks: true })
    const program = (name: string) => join(closed, 'bin', name)
    const binaries = { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }

    const account = await chooseAccount(binaries, join(closed, 'postgres'))

    const { output } = await runAs(account, binaries.initdb, ['--show', '-D', join(closed, 'postgres')])
    expect(output).toContain('share_path=')
  },
)
