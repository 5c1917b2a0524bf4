import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const SCRIPTS = fileURLToPath(new URL('../../../scripts', import.meta.url))

const FAKE_NPM = `
import { appendFileSync, mkdirSync } from 'node:fs'
mkdirSync('node_modules', { recursive: true })
appendFileSync('done', 'installed ')`

const FAKE_BUILD = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
for (const dir of ['apps/server/dist', 'apps/web/dist']) mkdirSync(dir, { recursive: true })
writeFileSync('apps/web/dist/app.html', '')
const source = readFileSync('apps/server/src/source', 'utf8')
for (const name of ['main', 'backup', 'restore', 'create-admin'])
  writeFileSync('apps/server/dist/' + name + '.js', 'console.log("' + name + ' of ' + source + '")')
appendFileSync('done', 'built ')`

/** The project's scripts, around stand-in sources that install and build instantly. */
async function newClone() {
  const root = await mkdtemp(join(tmpdir(), 'keyhour-clone-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await cp(SCRIPTS, join(root, 'scripts'), { recursive: true })
  await write('scripts/build.mjs', FAKE_BUILD)
  await write('npm.js', FAKE_NPM)
  await write('done', '')
  await write('package.json', '{ "type": "module" }')
  for (const path of ['packages/x', 'apps/server/package.json', 'apps/simulators/src/x', 'apps/web/x'])
    await write(path, '{}')
  await write('package-lock.json', '1')
  await write('apps/server/src/source', '1')

  const run = (script: string) => {
    const env = { PATH: process.env.PATH, npm_execpath: join(root, 'npm.js') }
    const child = spawn(process.execPath, [join(root, 'scripts', `${script}.mjs`)], { cwd: root, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    return new Promise<{ code: number | null; output: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, output })),
    )
  }
  return { write, run, done: () => readFile(join(root, 'done'), 'utf8') }
}

const COMMANDS = ['backup', 'restore', 'create-admin']

test.each(COMMANDS)('a new clone is set up by npm run %s, once', async (command) => {
  const { run, done } = await newClone()
  const first = await run(command)
  const second = await run(command)

  expect(first).toMatchObject({ code: 0, output: expect.stringContaining(`${command} of 1`) })
  expect(second).toEqual({ code: 0, output: `${command} of 1\n` })
  expect(await done()).toBe('installed built ')
})

test.each([
  ['sources', 'apps/server/src/source'],
  ['packages', 'package-lock.json'],
])(
  'after %s have changed, only npm start and npm run build replace files that a server may be using',
  async (_, path) => {
    const { write, run, done } = await newClone()
    await run('start')
    await write(path, '2')
    const before = await done()
    for (const command of COMMANDS)
      expect(await run(command)).toEqual({
        code: 1,
        output: expect.stringContaining('Stop the server, run npm run build, and start it again.'),
      })
    expect(await done()).toBe(before)

    await run('set-up-only')
    expect(await done()).not.toBe(before)
    expect((await run('backup')).code).toBe(0)
  },
)
