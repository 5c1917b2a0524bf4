import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { rolldown } from 'rolldown'
import { ROOT, run } from './step.mjs'

/** Packages stay where npm put them; sources of the workspaces are bundled. */
async function buildServer() {
  const bundle = await rolldown({
    input: ['main', 'create-admin', 'backup', 'restore', 'features/attachments/copy-pages'].map((name) =>
      join(ROOT, `apps/server/src/${name}.ts`),
    ),
    platform: 'node',
    external: (id) => /^[^./#]/.test(id) && !id.startsWith('@keyhour/') && !id.startsWith(ROOT),
  })
  await bundle.write({
    dir: join(ROOT, 'apps/server/dist'),
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  })
}

/** Compressed once here instead of for each request. */
async function compressPages(dir) {
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !['.js', '.css', '.svg', '.json'].includes(extname(path))) continue
    const bytes = await readFile(path)
    if (bytes.length < 1024) continue
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality))
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}

await buildServer()
await run(process.execPath, ['build.mjs'], { cwd: join(ROOT, 'apps/web') })
await compressPages(join(ROOT, 'apps/web/dist'))
