import { type ContactMessage, listMessages } from '@keyhour/contract/messages'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, refuse } from '#test/replies.ts'
import { visit } from '#test/show.tsx'

const message = (change: Partial<ContactMessage>): ContactMessage => ({
  id: 5,
  email: 'gili@example.com',
  message: 'מתי נפתח המגדל בבורסה?',
  created_at: '2026-03-02T09:00:00.000Z',
  read_at: null,
  is_handled: false,
  priority: 'high',
  tags: ['חניה'],
  version: 1,
  ...change,
})

const visitMessages = () => visit('/messages', { as: { admin: true } })

test('messages are in Hebrew and right-to-left even for English readers', async () => {
  answer(listMessages, [message({})])
  visitMessages()

  const heading = await screen.findByRole('heading', { name: 'פניות מבקרים' })
  expect(heading.closest('[dir="rtl"][lang="he"]')).not.toBeNull()
  expect(await screen.findByText('2 במרץ 2026, 9:00')).toBeInTheDocument()
  expect(document.documentElement).toHaveAttribute('dir', 'ltr')
})

test('a message opens with its text and its state, and has a link back', async () => {
  answer(listMessages, [message({})])
  const { user, address } = visitMessages()
  await user.click(await screen.findByRole('button', { name: /gili@example.com/ }))
  expect(await screen.findByText('ממתינה לטיפול')).toBeInTheDocument()
  expect(address()).toBe('/messages?message=5')
  await user.click(screen.getByRole('button', { name: 'חזרה לפניות' }))

  expect(address()).toBe('/messages')
})

test('messages that fail to load can be retried', async () => {
  refuse(listMessages, 403, 'Only admins can do this.')
  visitMessages()

  expect(await screen.findByText('לא הצלחנו לטעון את הפניות.')).toBeInTheDocument()
})
