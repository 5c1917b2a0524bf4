import { getThread, listAssignees, listCannedAnswers } from '@keyhour/contract/answers'
import { listAttachments } from '@keyhour/contract/attachments'
import { countUnreadMessages, getMessage, listMessages } from '@keyhour/contract/messages'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, refuse } from '#test/replies.ts'
import { sampleMessage } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

beforeEach(() => {
  answer(listMessages, [])
  answer(getMessage, sampleMessage())
  answer(countUnreadMessages, { unread: 0 })
  answer(getThread, { posts: [], mailbox: null })
  answer(listAssignees, [])
  answer(listCannedAnswers, [])
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const openMessage = () => visit('/messages?message=5', { as: { admin: true } })

async function retry(user: UserEvent, failure: string) {
  const banner = await screen.findByRole('alert')
  expect(banner).toHaveTextContent(failure)
  await user.click(within(banner).getByRole('button', { name: 'ניסיון נוסף' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
}

test('admins to choose from that fail to load can be retried', async () => {
  refuse(listAssignees, 503, 'Not now.')
  const { user } = openMessage()
  await screen.findByRole('alert')
  answer(listAssignees, [{ id: 4, name: 'Dana' }])
  await retry(user, 'לא הצלחנו לטעון את רשימת מנהלי המערכת.')
  await user.click(screen.getByRole('combobox', { name: 'באחריות' }))

  expect(await screen.findByRole('option', { name: 'Dana' })).toBeInTheDocument()
})

test('saved replies to choose from that fail to load can be retried, and are not said to be none', async () => {
  refuse(listCannedAnswers, 503, 'Not now.')
  const { user } = openMessage()
  await screen.findByRole('alert')
  await user.click(screen.getByRole('combobox', { name: 'תשובה מוכנה' }))
  expect(screen.queryByText('אין תשובות מוכנות.')).toBeNull()
  answer(listCannedAnswers, [{ id: 3, title: 'חניה', text: 'החניה בחצר.', version: 4 }])
  await retry(user, 'לא הצלחנו לטעון את התשובות המוכנות.')
  await user.click(screen.getByRole('combobox', { name: 'תשובה מוכנה' }))

  expect(await screen.findByRole('option', { name: 'חניה' })).toBeInTheDocument()
})

function answerPicture(reply: () => Promise<Response>): void {
  const others = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.endsWith('/attachments/3') ? reply() : others(url, init),
  )
}

test('a picture that fails to load can be retried', async () => {
  answer(getMessage, sampleMessage({ has_files: true }))
  answer(listAttachments, [{ id: 3, name: 'room.webp', content_type: 'image/webp', bytes: 2000 }])
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:room')
  answerPicture(() => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = openMessage()
  await screen.findByRole('alert')
  answerPicture(async () => new Response('picture'))
  await retry(user, 'לא הצלחנו לטעון את התמונה room.webp.')

  await waitFor(() => expect(document.querySelector('img[src="blob:room"]')).toBeInTheDocument())
})
