import { getThread, listAssignees, listCannedAnswers } from '@keyhour/contract/answers'
import { listAttachments } from '@keyhour/contract/attachments'
import { withoutDirectionSigns } from '@keyhour/contract/direction'
import {
  type ContactMessage,
  changeMessage,
  countUnreadMessages,
  getMessage,
  listMessages,
  MESSAGES_COUNTED,
} from '@keyhour/contract/messages'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, answerLater, loseConnection, refuse, sent } from '#test/replies.ts'
import { sampleMessage } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const message = (change: Partial<ContactMessage> = {}): ContactMessage =>
  sampleMessage({
    message: 'מתי נפתח המגדל בבורסה?',
    read_at: null,
    priority: 'high',
    tags: ['חניה'],
    ...change,
  })
const READ = '2026-03-02T10:00:00.000Z'

beforeEach(() => {
  answer(getMessage, message())
  answer(countUnreadMessages, { unread: 0 })
  answer(getThread, { posts: [], mailbox: null })
  answer(listAssignees, [])
  answer(listCannedAnswers, [])
})

function visitMessages(messages = [message()], { search = '', headers = {} } = {}) {
  answer(listMessages, messages, { 'x-total-count': String(messages.length), ...headers })
  return visit(`/messages${search}`, { as: { admin: true } })
}

/** Opens the message, which the server then answers as changed. */
async function openMessage(given: Partial<ContactMessage> = {}) {
  const opened = message({ read_at: READ, ...given })
  const shown = visitMessages([opened])
  answer(getMessage, opened)
  answer(countUnreadMessages, { unread: 0 })
  await shown.user.click(await screen.findByRole('button', { name: /gili@example.com/ }))
  await screen.findByRole('heading', { name: 'gili@example.com' })
  return { ...shown, opened }
}

const asked = () =>
  sent
    .filter(({ method, url }) => method === 'GET' && url.startsWith('/api/contact/?'))
    .map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])))
const changesSent = () => sent.filter(({ method }) => method === 'PATCH').map(({ url, body }) => [url, body])

test('a row shows when the visitor last wrote, and that there are files', async () => {
  answer(listMessages, [message({ replied_at: '2026-03-04T07:30:00.000Z', has_files: true })])
  visit('/messages', { as: { admin: true } })
  const row = (await screen.findByText('gili@example.com')).closest('button')!

  expect(row).toHaveTextContent('4 במרץ 2026, 7:30')
  expect(within(row).getByRole('img', { name: 'עם קבצים' })).toBeInTheDocument()
})

test('messages are in Hebrew and right-to-left even for English readers, down to the last button', async () => {
  visitMessages([message()], { headers: { 'x-total-count': '45' } })

  const heading = await screen.findByRole('heading', { name: 'פניות מבקרים' })
  expect(heading.closest('[dir="rtl"][lang="he"]')).not.toBeNull()
  expect(await screen.findByText('2 במרץ 2026, 9:00')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'עמוד 3' })).toBeInTheDocument()
  expect(screen.getByText('45 פניות')).toBeInTheDocument()
  expect(document.documentElement).toHaveAttribute('dir', 'ltr')
  expect(screen.getByRole('button', { name: 'Log Out' })).toBeInTheDocument()
})

test('a row shows the state, the priority, the sender, the date, a preview and the tags', async () => {
  visitMessages([message(), message({ id: 4, email: 'omer@example.com', read_at: READ, is_handled: true })])
  const [unread, handled] = (await screen.findAllByRole('button', { name: /example.com/ })).map((row) =>
    within(row),
  )

  expect(unread!.getByRole('img', { name: 'לא נקראה' })).toBeInTheDocument()
  expect(unread!.queryByRole('img', { name: 'טופלה' })).toBeNull()
  for (const text of ['gili@example.com', 'גבוהה', '2 במרץ 2026, 9:00', 'מתי נפתח המגדל בבורסה?', 'חניה'])
    expect(unread!.getByText(text)).toBeInTheDocument()
  expect(handled!.getByRole('img', { name: 'נקראה' })).toBeInTheDocument()
  expect(handled!.getByRole('img', { name: 'טופלה' })).toBeInTheDocument()
})

test('sort, filter and search are kept in the address and sent to the server', async () => {
  const { user, address } = visitMessages([message()], { search: '?page=3' })
  await user.click(await screen.findByRole('combobox', { name: 'מיון' }))
  await user.click(await screen.findByRole('option', { name: 'לפי עדיפות' }))
  await user.click(screen.getByRole('combobox', { name: 'סינון' }))
  await user.click(await screen.findByRole('option', { name: 'לא נקראו' }))
  await user.type(screen.getByRole('searchbox', { name: 'חיפוש בפניות' }), 'חניה')

  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({ sort: 'priority', filter: 'unread', q: 'חניה', page: '1' }),
  )
  expect(new URLSearchParams(address().split('?')[1]).toString()).toBe(
    new URLSearchParams({ sort: 'priority', filter: 'unread', q: 'חניה' }).toString(),
  )
  expect(asked()[0]).toMatchObject({ sort: 'date', filter: 'all', page: '3' })
})

test.each([
  ['', 'אין עדיין פניות.'],
  ['?filter=unread', 'אין פניות שלא נקראו.'],
  ['?filter=read', 'אין פניות שנקראו.'],
  ['?filter=read&q=parking', 'לא נמצאו פניות מתאימות.'],
])('an empty inbox at %j says why', async (search, text) => {
  visitMessages([], { search })

  expect(await screen.findByText(text)).toBeInTheDocument()
})

test('an inbox with more messages than are counted says so', async () => {
  visitMessages([message()], { headers: { 'x-total-count': '1500', 'x-total-more': 'true' } })

  expect(await screen.findByText('יותר מ־1,500 פניות')).toBeInTheDocument()
})

test('an overlay covers the list while messages load', async () => {
  const { user } = visitMessages()
  await screen.findByText('gili@example.com')
  const arrive = answerLater(listMessages, [])
  await user.click(screen.getByRole('combobox', { name: 'סינון' }))
  await user.click(await screen.findByRole('option', { name: 'נקראו' }))

  expect(await screen.findByText('טוענים פניות...')).toBeInTheDocument()
  expect(document.querySelector('.mantine-LoadingOverlay-root')).not.toBeNull()
  arrive()
  await waitFor(() => expect(screen.queryByText('טוענים פניות...')).toBeNull())
})

test('opening an unread message marks it as read, and the way back leads to the same list', async () => {
  const { user, address } = visitMessages([message()], { search: '?filter=unread' })
  for (const endpoint of [changeMessage, getMessage]) answer(endpoint, message({ read_at: READ }))
  await user.click(await screen.findByRole('button', { name: /gili@example.com/ }))

  expect(await screen.findByRole('heading', { name: 'gili@example.com' })).toHaveFocus()
  expect(address()).toBe('/messages?filter=unread&message=5')
  await waitFor(() => expect(changesSent()).toEqual([['/api/contact/5', { read: true }]]))
  expect(await screen.findByRole('button', { name: 'סימון כלא נקראה' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'חזרה לפניות' }))
  expect(address()).toBe('/messages?filter=unread')
  expect(await screen.findByRole('button', { name: /gili@example.com/ })).toHaveFocus()
})

test('a message that was read before is opened without a change', async () => {
  await openMessage()

  expect(screen.getByText('נקראה')).toBeInTheDocument()
  expect(screen.getByText('ממתינה לטיפול')).toBeInTheDocument()
  expect(changesSent()).toEqual([])
})

test('a link to a message opens it, even if it is not on the first page, and leaves it unread', async () => {
  visitMessages([], { search: '?message=5' })

  expect(await screen.findByText('לא נקראה')).toBeInTheDocument()
  expect(changesSent()).toEqual([])
})

type Person = Awaited<ReturnType<typeof openMessage>>['user']

const ACTS: [string, (user: Person) => Promise<void>, object, Partial<ContactMessage>, string][] = [
  [
    'marked as unread',
    (user) => user.click(screen.getByRole('button', { name: 'סימון כלא נקראה' })),
    { read: false },
    { read_at: null },
    'לא הצלחנו לשמור אם הפנייה נקראה.',
  ],
  [
    'marked as handled',
    (user) => user.click(screen.getByRole('switch', { name: 'טופלה' })),
    { is_handled: true },
    { is_handled: true },
    'לא הצלחנו לשמור אם הפנייה טופלה.',
  ],
  [
    'given another priority',
    async (user) => {
      await user.click(screen.getByRole('combobox', { name: 'עדיפות' }))
      await user.click(await screen.findByRole('option', { name: 'נמוכה' }))
    },
    { priority: 'low' },
    { priority: 'low' },
    'לא הצלחנו לעדכן את העדיפות.',
  ],
  [
    'given a tag',
    (user) => user.type(screen.getByRole('textbox', { name: 'תגית חדשה' }), '  מגדל {Enter}'),
    { tags: ['חניה', 'מגדל'] },
    { tags: ['חניה', 'מגדל'] },
    'לא הצלחנו להוסיף את התגית מגדל.',
  ],
]

test.each(ACTS)('a message is %s', async (_, act, body, change) => {
  const { user, opened } = await openMessage()
  const changed = { ...opened, ...change }
  answer(changeMessage, changed)
  answer(getMessage, changed)
  answer(listMessages, [changed])
  await act(user)

  await waitFor(() => expect(changesSent()).toEqual([['/api/contact/5', body]]))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test.each(ACTS)(
  'a message that cannot be %s says so, and trying again works',
  async (...[, act, body, change, text]) => {
    const { user, opened } = await openMessage()
    loseConnection(changeMessage)
    await act(user)
    const banner = await screen.findByRole('alert')
    expect(withoutDirectionSigns(banner.textContent)).toContain(text)
    answer(changeMessage, { ...opened, ...change })
    await user.click(within(banner).getByRole('button', { name: 'ניסיון נוסף' }))

    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(changesSent()).toEqual([
      ['/api/contact/5', body],
      ['/api/contact/5', body],
    ])
  },
)

test('two failures are both shown, and each can be closed', async () => {
  const { user } = await openMessage()
  refuse(changeMessage, 503, 'Not now.')
  await user.click(screen.getByRole('button', { name: 'סימון כלא נקראה' }))
  await user.click(screen.getByRole('switch', { name: 'טופלה' }))
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
  await user.click(screen.getAllByRole('button', { name: 'סגירה' })[0]!)

  expect(screen.getByRole('alert')).toHaveTextContent('לא הצלחנו לשמור אם הפנייה טופלה.')
  expect(screen.getByRole('switch', { name: 'טופלה' })).not.toBeChecked()
})

test('messages that fail to load can be retried', async () => {
  refuse(listMessages, 403, 'Only admins can do this.')
  const { user } = visit('/messages', { as: { admin: true } })
  const banner = await screen.findByRole('alert')
  expect(banner).toHaveTextContent('לא הצלחנו לטעון את הפניות.')
  answer(listMessages, [message()])
  await user.click(within(banner).getByRole('button', { name: 'ניסיון נוסף' }))

  expect(await screen.findByText('gili@example.com')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a message that fails to load can be retried', async () => {
  answer(listMessages, [])
  refuse(getMessage, 404, 'This message does not exist.')
  const { user } = visit('/messages?message=5', { as: { admin: true } })
  const banner = await screen.findByRole('alert')
  expect(banner).toHaveTextContent('לא הצלחנו לטעון את הפנייה.')
  answer(getMessage, message())
  await user.click(within(banner).getByRole('button', { name: 'ניסיון נוסף' }))

  expect(await screen.findByRole('heading', { name: 'gili@example.com' })).toBeInTheDocument()
})

test('a blank tag is not sent', async () => {
  const { user } = await openMessage()
  await user.type(screen.getByRole('textbox', { name: 'תגית חדשה' }), '   {Enter}')

  expect(screen.getByRole('button', { name: 'הוספת תגית' })).toBeDisabled()
  expect(changesSent()).toEqual([])
})

test('a message that arrives appears by itself, and is counted in the navbar', async () => {
  visitMessages([])
  await screen.findByText('אין עדיין פניות.')
  answer(listMessages, [message()])
  answer(countUnreadMessages, { unread: 3 })
  tellChange('messages')

  expect(await screen.findByText('gili@example.com')).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'Messages 3 unread' })).toBeInTheDocument()
})

test('a very large number of unread messages is not counted to its end', async () => {
  answer(countUnreadMessages, { unread: MESSAGES_COUNTED })
  answer(listMessages, [])
  visit('/messages', { as: { admin: true } })

  expect(await screen.findByRole('link', { name: 'Messages More than 499 unread' })).toHaveTextContent('499+')
})

const two = () => [
  message({ id: 9, email: 'noa@example.com', read_at: READ }),
  message({ id: 5, email: 'gili@example.com', read_at: READ }),
]

test('j and k go through the list, also with a Hebrew keyboard', async () => {
  const { user } = visitMessages(two())
  const rows = await screen.findAllByRole('button', { name: /example.com/ })
  await user.keyboard('j')
  expect(rows[0]).toHaveFocus()
  await user.keyboard('j')
  expect(rows[1]).toHaveFocus()
  await user.keyboard('j')
  expect(rows[1]).toHaveFocus()
  await user.keyboard('k')

  expect(rows[0]).toHaveFocus()
})

test('e and u change the message with the focus, and nothing without one', async () => {
  const { user } = visitMessages(two())
  await screen.findByText('noa@example.com')
  answer(changeMessage, message())
  await user.keyboard('e')
  await user.keyboard('jje')
  await waitFor(() => expect(changesSent()).toEqual([['/api/contact/5', { is_handled: true }]]))
  await user.keyboard('u')

  await waitFor(() => expect(changesSent().at(-1)).toEqual(['/api/contact/5', { read: false }]))
})

test('in an open message j opens the next one and e changes it', async () => {
  const { user, address } = visitMessages(two())
  await user.click(await screen.findByRole('button', { name: /noa@example.com/ }))
  await user.keyboard('j')
  expect(await screen.findByRole('heading', { name: 'gili@example.com' })).toHaveFocus()
  expect(address()).toBe('/messages?message=5')
  answer(changeMessage, message({ is_handled: true }))
  await user.keyboard('e')

  await waitFor(() => expect(changesSent()).toEqual([['/api/contact/5', { is_handled: true }]]))
})

test('keys typed into a field are text', async () => {
  const { user } = visitMessages(two())
  await user.type(await screen.findByRole('searchbox', { name: 'חיפוש בפניות' }), 'jer?')

  expect(screen.getByRole('searchbox', { name: 'חיפוש בפניות' })).toHaveValue('jer?')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a question mark lists the shortcuts, which can be switched off', async () => {
  const { user } = visitMessages(two())
  const rows = await screen.findAllByRole('button', { name: /example.com/ })
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'קיצורי מקלדת' })
  expect([...dialog.querySelectorAll('kbd')].map(({ textContent }) => textContent)).toEqual([
    'J',
    'K',
    'E',
    'R',
    'U',
    '?',
  ])
  await user.click(within(dialog).getByRole('switch', { name: 'קיצורי המקלדת פעילים' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('j')

  expect(rows[0]).not.toHaveFocus()
})

test('the files of a message are listed with their size, and those that fail to load can be retried', async () => {
  refuse(listAttachments, 400, 'No.')
  const { user } = await openMessage({ has_files: true })
  expect(await screen.findByText('לא הצלחנו לטעון את הקבצים של הפנייה.')).toBeInTheDocument()
  answer(listAttachments, [{ id: 1, name: 'plan.pdf', content_type: 'application/pdf', bytes: 240_000 }])
  await user.click(screen.getByRole('button', { name: 'ניסיון נוסף' }))

  const files = within(await screen.findByRole('region', { name: 'קבצים' }))
  expect(files.getByText('plan.pdf')).toBeInTheDocument()
  expect(withoutDirectionSigns(files.getByText(/240/).textContent!)).toContain('kB')
  expect(files.getByRole('button', { name: 'הורדת plan.pdf' })).toBeInTheDocument()
})
