import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Gallery } from '#web/ui/gallery.tsx'

const words = {
  label: 'Pictures',
  open: (of: string, at: number, count: number) => `Picture ${at} of ${count}: ${of}`,
  picture: (of: string) => `Picture of ${of}`,
  at: (at: number, count: number) => `${at} / ${count}`,
  before: 'Previous picture',
  after: 'Next picture',
  close: 'Close the pictures',
}

const WIDTH = 100

/** Pictures side by side, in a row that has not scrolled yet. */
function showPictures(count: number) {
  const pictures = Array.from({ length: count }, (_, at) => ({
    address: `/static/${at}.webp`,
    of: `Room ${at}`,
    space: at,
  }))
  render(<Gallery pictures={pictures} words={words} isRtl={false} onOpen={() => {}} />)
  const row = screen.getByRole('list')
  for (const [at, picture] of [...row.children].entries())
    picture.getBoundingClientRect = () => new DOMRect(at * WIDTH, 0, WIDTH, WIDTH)
  return { row, scrollBy: vi.spyOn(row, 'scrollBy') }
}

test('three quick touches turn three pictures, however far the row has scrolled meanwhile', () => {
  const { scrollBy } = showPictures(5)
  for (let touch = 1; touch <= 3; touch += 1)
    fireEvent.click(screen.getByRole('button', { name: 'Next picture' }))

  expect(scrollBy).toHaveBeenLastCalledWith({ left: 3 * WIDTH })
})

test('keys turn one picture per press, in both directions, and never past the last', () => {
  const { row, scrollBy } = showPictures(3)
  for (let press = 1; press <= 3; press += 1) fireEvent.keyDown(row, { key: 'ArrowRight' })
  expect(scrollBy).toHaveBeenLastCalledWith({ left: 2 * WIDTH })
  fireEvent.keyDown(row, { key: 'ArrowLeft' })

  expect(scrollBy).toHaveBeenLastCalledWith({ left: WIDTH })
})
