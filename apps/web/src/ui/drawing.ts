import type { Drawing } from '#web/ui/picture.tsx'

/** Addresses of picture files, as `import.meta.glob` lists them: `./hero-light-720.webp`. */
type PictureFiles = Record<string, string>

type Shape = { widths: readonly number[]; width: number; height: number }

/** Finds `hero-light-720.webp`, `hero-dark-720.webp` and so on for `hero`. */
export function drawingIn(files: PictureFiles, name: string, { widths, ...size }: Shape): Drawing {
  const sources = (theme: 'light' | 'dark') => {
    const addresses = widths.map((width) => addressIn(files, `${name}-${theme}-${width}.webp`))
    return addresses.length === 1
      ? addresses[0]!
      : addresses.map((address, at) => `${address} ${widths[at]}w`).join(', ')
  }
  return { light: sources('light'), dark: sources('dark'), ...size }
}

function addressIn(files: PictureFiles, file: string): string {
  const address = files[`./${file}`]
  if (!address) throw new Error(`There is no picture called ${file}`)
  return address
}
