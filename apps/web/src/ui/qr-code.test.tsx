import { render, screen } from '@testing-library/react'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { QrCode } from '#web/ui/qr-code.tsx'

const PIXELS = 4

/** What a camera would see. */
function photograph(svg: Element) {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]) * PIXELS
  const data = new Uint8ClampedArray(size * size * 4).fill(255)
  const squares =
    svg
      .querySelector('path')
      ?.getAttribute('d')
      ?.matchAll(/M(\d+) (\d+)h1v1h-1z/g) ?? []
  for (const [, x, y] of squares)
    for (let row = 0; row < PIXELS; row += 1) {
      const start = ((Number(y) * PIXELS + row) * size + Number(x) * PIXELS) * 4
      for (let pixel = 0; pixel < PIXELS; pixel += 1) data.fill(0, start + pixel * 4, start + pixel * 4 + 3)
    }
  return { width: size, height: size, data }
}

const textOf = (length: number) => 'WIFI:T:WPA;S:keyhour;P:abc;;'.repeat(20).slice(0, length)

test.each([textOf(7), textOf(60), textOf(120), textOf(213), 'א'.repeat(100)])(
  'a scanner reads %j',
  (text) => {
    render(<QrCode text={text} label="Join" />)

    expect(decodeQR(photograph(screen.getByRole('img', { name: 'Join' })))).toBe(text)
  },
)

test('a text that is too long is not drawn', () => {
  const { container } = render(<QrCode text={textOf(214)} label="Join" />)

  expect(container).toBeEmptyDOMElement()
})
