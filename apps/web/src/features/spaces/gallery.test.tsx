import type { PublicPage } from '@keyhour/contract/public-page'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Gallery } from '#web/features/spaces/gallery.tsx'
import { PageAround } from '#web/features/spaces/page-around.tsx'
import { spaceTexts } from '#web/features/spaces/texts.ts'
import en from '#web/texts/en/spaces.json'

const page: PublicPage = {
  language: 'en',
  origin: 'https://keyhour.test',
  path: '/spaces/3',
  search: '',
  now: '2026-03-02T07:00:00.000Z',
  tiles: null,
  content: { kind: 'missing' },
}

const WIDTH = 100

/** Pictures side by side, as a browser would lay them out, in a row that has not begun to move yet. */
function showPictures(count: number) {
  const pictures = Array.from({ length: count }, (_, at) => ({
    address: `/static/${at}.webp`,
    of: `Room ${at}`,
  }))
  render(
    <PageAround page={page} t={spaceTexts(en, 'en')}>
      <Gallery pictures={pictures} />
    </PageAround>,
  )
  const row = screen.getByRole('list')
  for (const [at, picture] of [...row.children].entries())
    picture.getBoundingClientRect = () => new DOMRect(at * WIDTH, 0, WIDTH, WIDTH)
  return { row, scrollBy: vi.spyOn(row, 'scrollBy'), user: userEvent.setup() }
}

test('three quick touches turn three pictures, however far the row has come meanwhile', async () => {
  const { scrollBy, user } = showPictures(5)
  const next = screen.getByRole('button', { name: 'Next picture' })
  await user.tripleClick(next)

  expect(scrollBy).toHaveBeenLastCalledWith({ left: 3 * WIDTH, behavior: 'smooth' })
})

test('keys turn as far as they are pressed, there and back, and never past the last', async () => {
  const { row, scrollBy, user } = showPictures(3)
  row.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(scrollBy).toHaveBeenLastCalledWith({ left: 2 * WIDTH, behavior: 'smooth' })
  await user.keyboard('{ArrowLeft}')

  expect(scrollBy).toHaveBeenLastCalledWith({ left: WIDTH, behavior: 'smooth' })
})
