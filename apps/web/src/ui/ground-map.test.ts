import { expect, onTestFinished, test } from 'vitest'
import { drawGroundMap } from '#web/ui/ground-map.ts'

const words = { zoomIn: 'Zoom in', zoomOut: 'Zoom out', north: 'N', language: 'en' as const }

function draw(attribution?: string): HTMLElement {
  const host = document.createElement('div')
  const url = 'https://tiles.example/{z}/{x}/{y}.png'
  const tiles = attribution === undefined ? null : { url, attribution }
  const { remove } = drawGroundMap(host, { ...words, center: [32, 35], zoom: 7, tiles })
  onTestFinished(remove)
  return host
}

test('a map with tiles names their source and links to it', () => {
  const credit = draw('© OpenStreetMap contributors https://www.openstreetmap.org/copyright').querySelector(
    'a[href^=http]',
  )

  expect(credit?.textContent).toBe('© OpenStreetMap contributors')
  expect(credit?.getAttribute('href')).toBe('https://www.openstreetmap.org/copyright')
})

test('the source of the tiles is text, whatever it contains', () => {
  const host = draw('<img src=x> & tiles.example')

  expect(host.querySelector('img[src=x]')).toBeNull()
  expect(host.textContent).toContain('<img src=x> & tiles.example')
})

test('a map without tiles loads no pictures', () => {
  expect(draw().querySelector('img')).toBeNull()
})

test('the scale of a map is in the language of the page', () => {
  const host = document.createElement('div')

  const { remove } = drawGroundMap(host, { ...words, language: 'he', center: [32, 35], zoom: 7 })
  onTestFinished(remove)

  expect(host.textContent).toMatch(/\d ק״מ/)
  expect(host.textContent).not.toContain('km')
})
