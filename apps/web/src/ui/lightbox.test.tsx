import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Gallery } from '#web/ui/gallery.tsx'
import { Lightbox } from '#web/ui/lightbox.tsx'

// jsdom has no modal windows.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
})

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
const pictures = [0, 1, 2].map((at) => ({ address: `/static/${at}.webp`, of: `Room ${at}`, space: at }))

function Pictures() {
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <>
      <Gallery pictures={pictures} words={words} isRtl={false} onOpen={setOpened} />
      {opened !== null && (
        <Lightbox
          pictures={pictures}
          words={words}
          isRtl={false}
          first={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function openPicture(number: number) {
  render(<Pictures />)
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^Picture ${number} of 3: Room`) }))
  return screen.getByRole('dialog', { name: 'Pictures' })
}

test('a picture opens over the whole screen with its number, its name and a text for it', () => {
  const lightbox = openPicture(2)

  expect(lightbox).toHaveTextContent('2 / 3 Room 1')
  expect(screen.getAllByRole('img', { name: 'Picture of Room 1' }).at(-1)).toBeVisible()
})

test('arrow keys turn the opened pictures, and not past the first', () => {
  const lightbox = openPicture(1)
  const row = lightbox.querySelector('ul')!
  for (const [at, picture] of [...row.children].entries())
    picture.getBoundingClientRect = () => new DOMRect(at * WIDTH, 0, WIDTH, WIDTH)
  const scrollBy = vi.spyOn(row, 'scrollBy')

  fireEvent.keyDown(lightbox, { key: 'ArrowRight' })
  expect(scrollBy).toHaveBeenLastCalledWith({ left: WIDTH })
  for (let press = 1; press <= 3; press += 1) fireEvent.keyDown(lightbox, { key: 'ArrowLeft' })
  expect(scrollBy).toHaveBeenLastCalledWith({ left: 0 })
})

test('closing the pictures takes them away', () => {
  openPicture(1)
  fireEvent.click(screen.getByRole('button', { name: 'Close the pictures' }))

  expect(screen.queryByRole('dialog')).toBeNull()
})
