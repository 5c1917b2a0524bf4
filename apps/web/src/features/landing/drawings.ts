import phoneDark from '#web/pictures/landing/phone-dark.svg'
import phoneLight from '#web/pictures/landing/phone-light.svg'
import { drawingIn } from '#web/ui/drawing.ts'
import type { Drawing } from '#web/ui/picture.tsx'

const FILES = import.meta.glob<string>('./*.webp', {
  base: '../../pictures/landing',
  eager: true,
  import: 'default',
})

const wide = (name: string): Drawing =>
  drawingIn(FILES, name, { widths: [720, 1280], width: 1280, height: 800 })
const square = (name: string): Drawing =>
  drawingIn(FILES, name, { widths: [320, 640], width: 640, height: 640 })

export const hero = wide('hero')
export const phone: Drawing = { light: phoneLight, dark: phoneDark, width: 640, height: 640 }
export const town = wide('town')

export const work = { ready: wide('ready'), near: wide('street'), demand: wide('demand') }

export const snapshots = {
  desk: square('snapshot-desk'),
  window: square('snapshot-window'),
  microphone: square('snapshot-microphone'),
  door: square('snapshot-door'),
}
