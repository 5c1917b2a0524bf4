import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { samplePublicPage } from '#test/samples.ts'
import { Gallery } from '#web/features/spaces/gallery.tsx'
import { PageAround } from '#web/features/spaces/page-context.tsx'
import { spaceTexts } from '#web/features/spaces/texts.ts'
import enOfSpace from '#web/texts/en/space-page.json'
import en from '#web/texts/en/spaces.json'

const page = samplePublicPage({ kind: 'missing' })

const WIDTH = 100

/** Pictures side by side, in a row that has not scrolled yet. */
function showPictures(count: number) {
  const pictures = Array.from({ length: count }, (_, at) => ({
    address: `/static/${at}.webp`,
    of: `Room ${at}`,
  }))
  render(
    <PageAround page={page} t={spaceTexts('en', en, enOfSpace)}>
      <Gallery pictures={pictures} />
    </PageAround>,
  )
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
