import { createHash } from 'node:crypto'
import path from 'node:path'
import { type Plugin, runnerImport } from 'vite'

const PREFIX = 'virtual:picture/'
/** Beside a word, for phones, and for everything larger. */
const WIDTHS = { thumbnail: 192, small: 720, large: 1280 } as const

type File = { fileName: string; width?: number }
type Picture = { svg: string; files: File[]; module: string }

/** Changes with the drawing, and has to be changed with the way it is painted. */
const hashOf = (svg: string) => createHash('sha256').update(`${svg} webp 76`).digest('hex').slice(0, 8)

/** Browsers look for the icon under one fixed name; all else is named after its content and kept for good. */
function drawn(name: string, svg: string): Picture {
  const fileName = name === 'favicon' ? 'favicon.svg' : `assets/${name}-${hashOf(svg)}.svg`
  return { svg, files: [{ fileName }], module: `export default ${JSON.stringify(`/${fileName}`)}` }
}

function painted(name: string, svg: string): Picture {
  const fileOf = (width: number) => ({ fileName: `assets/${name}-${hashOf(svg)}-${width}.webp`, width })
  const [thumbnail, ...files] = [fileOf(WIDTHS.thumbnail), fileOf(WIDTHS.small), fileOf(WIDTHS.large)]
  const sources = files.map(({ fileName, width }) => `/${fileName} ${width}w`).join(', ')
  return {
    svg,
    files: [thumbnail, ...files],
    module: `export const thumbnail = ${JSON.stringify(`/${thumbnail.fileName}`)}, srcSet = ${JSON.stringify(sources)}`,
  }
}

/**
 * `import url from 'virtual:picture/logo'` is the address of that drawing; the drawing itself stays out of the script.
 * Those that are painted come as a `srcSet` and a `thumbnail`.
 */
export function picturesAsFiles(): Plugin {
  const pictures = new Map<string, Picture>()
  let root = ''
  /** Only a build and a browser need the painter. */
  const load = async <T>(file: string): Promise<T> =>
    (await runnerImport<T>(path.join(root, file), { logLevel: 'error' })).module
  const loadRasters = () => load<typeof import('./rasters.ts')>('rasters.ts')

  /** Every file that a page may ask for, and how it comes to be. */
  async function listFiles() {
    const { rasters, paint } = await loadRasters()
    const drawings = [...pictures.values()].flatMap(({ svg, files }) =>
      files.map(({ fileName, width }) => ({
        fileName,
        type: width ? 'image/webp' : 'image/svg+xml',
        draw: async () => (width ? paint(svg, width) : svg),
      })),
    )
    return [...rasters, ...drawings]
  }

  return {
    name: 'pictures-as-files',
    async configResolved(config) {
      root = config.root
      const drawings = await load<typeof import('./pictures.ts')>('pictures.ts')
      for (const [name, svg] of drawings.pictures)
        pictures.set(name, drawings.painted.has(name) ? painted(name, svg) : drawn(name, svg))
    },
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null
      const name = id.slice(PREFIX.length + 1)
      const picture = pictures.get(name)
      if (!picture) throw new Error(`There is no picture called ${name} in pictures.ts`)
      return picture.module
    },
    async generateBundle() {
      if (this.environment.config.consumer === 'server') return
      for (const { fileName, draw } of await listFiles())
        this.emitFile({ type: 'asset', fileName, source: await draw() })
    },
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        if (!/\.(svg|webp|ico|png|jpg)$/.test(request.url ?? '')) return next()
        const asked = (await listFiles()).find(({ fileName }) => request.url === `/${fileName}`)
        if (!asked) return next()
        response.setHeader('Content-Type', asked.type)
        response.end(await asked.draw())
      })
    },
  }
}
