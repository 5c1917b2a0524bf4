import { createHash } from 'node:crypto'
import path from 'node:path'
import { type Plugin, runnerImport } from 'vite'

const PREFIX = 'virtual:picture/'
type Picture = { svg: string; fileName: string }

const hashOf = (svg: string) => createHash('sha256').update(svg).digest('hex').slice(0, 8)
/** Browsers look for the icon under one fixed name; all else is named after its content and kept for good. */
const fileNameOf = (name: string, svg: string) =>
  name === 'favicon' ? 'favicon.svg' : `assets/${name}-${hashOf(svg)}.svg`

/** `import url from 'virtual:picture/logo'` is the address of that drawing; the drawing itself stays out of the script. */
export function picturesAsFiles(): Plugin {
  const pictures = new Map<string, Picture>()
  let root = ''
  const loadRasters = async () => {
    const file = path.join(root, 'rasters.ts')
    const { module } = await runnerImport<typeof import('./rasters.ts')>(file, { logLevel: 'error' })
    return module.rasters
  }
  return {
    name: 'pictures-as-files',
    async configResolved(config) {
      root = config.root
      const file = path.join(root, 'pictures.ts')
      const { module } = await runnerImport<typeof import('./pictures.ts')>(file, { logLevel: 'error' })
      for (const [name, svg] of module.pictures) pictures.set(name, { svg, fileName: fileNameOf(name, svg) })
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const name = id.slice(PREFIX.length + 1)
      const picture = pictures.get(name)
      if (!picture) throw new Error(`There is no picture called ${name} in pictures.ts`)
      return `export default ${JSON.stringify(`/${picture.fileName}`)}`
    },
    async generateBundle() {
      if (this.environment.config.consumer === 'server') return
      for (const { fileName, draw } of await loadRasters())
        this.emitFile({ type: 'asset', fileName, source: await draw() })
      for (const { svg, fileName } of pictures.values())
        this.emitFile({ type: 'asset', fileName, source: svg })
    },
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        if (/^\/[\w-]+\.(ico|png|jpg)$/.test(request.url ?? '')) {
          const raster = (await loadRasters()).find(({ fileName }) => request.url === `/${fileName}`)
          if (!raster) return next()
          response.setHeader('Content-Type', raster.type)
          return response.end(await raster.draw())
        }
        const asked = [...pictures.values()].find(({ fileName }) => request.url === `/${fileName}`)
        if (!asked) return next()
        response.setHeader('Content-Type', 'image/svg+xml')
        response.end(asked.svg)
      })
    },
  }
}
