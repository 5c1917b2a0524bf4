// @vitest-environment node
import { expect, test } from 'vitest'
import { renderLanding } from '../prerender.tsx'

test('the landing page is finished HTML in English', async () => {
  const { head, page } = await renderLanding('en')

  expect(head).toContain('<title>Keyhour: workspaces by the hour</title>')
  expect(page).toContain('<h1>Work from anywhere</h1>')
  expect(page).toContain(
    'Book workspaces instantly - offices, meeting rooms, or desks, whenever you need them.',
  )
  for (const card of ['Spaces That Fit Your Day', 'Start in Seconds', 'Full Transparency']) {
    expect(page).toContain(`<h2>${card}</h2>`)
  }
})

test('the landing page is finished HTML in Hebrew', async () => {
  const { page } = await renderLanding('he')

  expect(page).toContain('<h1>לעבוד מכל מקום</h1>')
})

test('no script is written into the landing page', async () => {
  expect((await renderLanding('en')).page).not.toMatch(/<script|onclick|javascript:/)
})
