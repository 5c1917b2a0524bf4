import { expect, onTestFinished, test } from 'vitest'
import { drawGroundMap } from '#web/ui/ground-map.ts'

const words = { zoomIn: 'Zoom in', zoomOut: 'Zoom out', north: 'N', nameOf: (city: string) => city }

function draw(attribution?: string): HTMLElement {
  const host = document.createElement('div')
  const url = 'https://tiles.example/{z}/{x}/{y}.png'
  const tiles = attribution === undefined ? null : { url, attribution }
  const { remove } = drawGroundMap(host, { ...words, center: [32, 35], zoom: 7, tiles })
  onTestFinished(remove)
  return host
}

test('a map with tiles says whose they are, with a link to whoever says more', () => {
  const credit = draw('© OpenStreetMap contributors https://www.openstreetmap.org/copyright').querySelector(
    'a[href^=http]',
  )

  expect(credit?.textContent).toBe('© OpenStreetMap contributors')
  expect(credit?.getAttribute('href')).toBe('https://www.openstreetmap.org/copyright')
})

test('whose tiles they are is text, whatever is in it', () => {
  const host = draw('<img src=x> & tiles.example')

  expect(host.querySelector('img[src=x]')).toBeNull()
  expect(host.textContent).toContain('<img src=x> & tiles.example')
})

test('a map without tiles asks nobody for a picture', () => {
  expect(draw().querySelector('img')).toBeNull()
})
