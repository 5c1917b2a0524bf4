import { type EmptyStateKind, emptyState } from './empty-state.ts'
import { ico, jpeg, png, webp } from './formats.ts'
import { badge, favicon, logo, maskableIcon } from './logo.ts'
import { phone } from './phone.ts'
import type { PictureFile } from './picture-file.ts'
import { portrait } from './portrait.ts'
import { type SpaceType, scene } from './scene.ts'
import { snapshot, snapshotKinds } from './snapshot.ts'
import { socialPreview } from './social-preview.ts'
import { storefront } from './storefront.ts'

const THEMES = ['light', 'dark'] as const
type Draw = (theme: (typeof THEMES)[number]) => string

const vector = (file: string, draw: () => string): PictureFile => ({ file, draw: async () => draw() })

const inBothThemes = (name: string, widths: readonly number[], draw: Draw): PictureFile[] =>
  THEMES.flatMap((theme) =>
    widths.map((width) => ({
      file: `${name}-${theme}-${width}.webp`,
      draw: () => webp(draw(theme), width),
    })),
  )

const landing = (name: string, draw: Draw) => inBothThemes(`landing/${name}`, [720, 1280], draw)

const spaceType = (type: SpaceType, seed: number) =>
  inBothThemes(`spaces/${type}`, [192, 720, 1280], (theme) => scene(type, seed, theme))

const voice = (name: string, seed: number): PictureFile => ({
  file: `landing/${name}.webp`,
  draw: () => webp(portrait(seed), 720),
})

const emptyStates: EmptyStateKind[] = ['sessions', 'orders', 'messages', 'search', 'error']

/** Transparent drawings stay SVG: a tenth of the size of a WebP, and sharp on every background. */
export const sourcePictures: PictureFile[] = [
  vector('logo.svg', logo),
  ...emptyStates.map((kind) => vector(`empty-${kind}.svg`, () => emptyState(kind))),
  ...inBothThemes('sign-in', [1280], (theme) => scene('office', 5, theme)),
  ...landing('hero', (theme) => scene('open_space', 3, theme)),
  ...landing('ready', (theme) => scene('office', 3, theme)),
  ...landing('street', (theme) => storefront(0, theme)),
  ...landing('demand', (theme) => scene('meeting_room', 6, theme)),
  ...landing('town', (theme) => storefront(3, theme)),
  ...THEMES.map((theme) => vector(`landing/phone-${theme}.svg`, () => phone(theme))),
  ...snapshotKinds.flatMap((kind) =>
    inBothThemes(`landing/snapshot-${kind}`, [320, 640], (theme) => snapshot(kind, theme)),
  ),
  voice('portrait-first', 19),
  voice('portrait-second', 26),
  ...spaceType('office', 0),
  ...spaceType('open_space', 6),
  ...spaceType('meeting_room', 0),
  ...spaceType('lecture_room', 2),
  ...spaceType('clinics', 1),
  ...spaceType('podcast_room', 5),
]

/** Browsers, home screens and link previews expect these names and formats. */
export const publicPictures: PictureFile[] = [
  vector('favicon.svg', favicon),
  { file: 'favicon.ico', draw: () => ico(favicon(), [16, 32, 48]) },
  { file: 'apple-touch-icon.png', draw: () => png(favicon(), 180) },
  { file: 'icon-192.png', draw: () => png(favicon(), 192) },
  { file: 'icon-512.png', draw: () => png(favicon(), 512) },
  { file: 'icon-maskable-512.png', draw: () => png(maskableIcon(), 512) },
  { file: 'badge-96.png', draw: () => png(badge(), 96) },
  { file: 'social-preview.jpg', draw: () => jpeg(socialPreview(), 86) },
]
