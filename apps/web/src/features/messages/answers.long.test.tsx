import {
  addCannedAnswer,
  answerMessage,
  assignMessage,
  type CannedAnswer,
  changeCannedAnswer,
  deleteCannedAnswer,
  getThread,
  listAssignees,
  listCannedAnswers,
  type Post,
} from '@keyhour/contract/answers'
import { changeMessage, countUnreadMessages, getMessage, listMessages } from '@keyhour/contract/messages'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, answerLater, loseConnection, refuse, sent } from '#test/replies.ts'
import { sampleMessage } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const ANSWER: Post = {
  id: 1,
  kind: 'answer',
  author: 'Dana',
  from_email: null,
  text: 'Yes, in the courtyard.',
  created_at: '2026-03-02T11:00:00.000Z',
  undelivered_at: null,
  attachments: [],
}
const REPLY: Post = {
  ...ANSWER,
  id: 2,
  kind: 'reply',
  author: null,
  from_email: 'gili@example.com',
  text: 'תודה!',
}
const CANNED: CannedAnswer = { id: 3, title: 'חניה', text: 'החניה בחצר.', version: 4 }

beforeEach(() => {
  sessionStorage.clear()
  answer(listMessages, [sampleMessage()])
  answer(getMessage, sampleMessage())
  answer(countUnreadMessages, { unread: 0 })
  answer(getThread, { posts: [], mailbox: null })
  answer(listAssignees, [
    { id: 4, name: 'Dana' },
    { id: 7, name: 'Maya Cohen' },
  ])
  answer(listCannedAnswers, [CANNED])
})

const openMessage = async () => {
  const shown = visit('/messages?message=5', { as: { admin: true } })
  await screen.findByRole('heading', { name: 'gili@example.com' })
  return shown
}
const box = () => screen.getByRole('textbox', { name: 'תשובה' })
const send = () => screen.getByRole('button', { name: 'שליחה' })
const callsOf = (method: string) =>
  sent.filter((call) => call.method === method).map(({ url, body }) => [url, body])
const keysSent = () => sent.filter(({ method }) => method === 'POST').map(({ key }) => key)

test('a thread shows who wrote what, each in its own direction', async () => {
  answer(getThread, { posts: [ANSWER, REPLY], mailbox: null })
  await openMessage()
  const posts = (await screen.findByText('תודה!')).closest('ol')!.querySelectorAll('li')

  expect([...posts].map(({ dataset, textContent }) => [dataset.kind, textContent])).toEqual([
    ['answer', 'תשובה מאתDana2 במרץ 2026, 11:00Yes, in the courtyard.'],
    ['reply', 'תגובה מאתgili@example.com2 במרץ 2026, 11:00תודה!'],
  ])
  expect(screen.queryByText('עדיין לא נשלחה תשובה.')).toBeNull()
})

test('a thread shows the files of a reply, and that an answer was not delivered', async () => {
  const plan = { id: 8, name: 'plan.pdf', content_type: 'application/pdf', bytes: 2048 }
  const refused = { ...ANSWER, undelivered_at: '2026-03-02T11:01:00.000Z' }
  answer(getThread, { posts: [refused, { ...REPLY, text: '', attachments: [plan] }], mailbox: null })
  await openMessage()
  const [first, second] = (await screen.findByText('plan.pdf'))
    .closest('ol')!
    .querySelectorAll('li[data-kind]')

  expect(first).toHaveTextContent(/התשובה לא נמסרה/)
  expect(second).not.toHaveTextContent(/לא נמסרה/)
  expect(screen.getByRole('button', { name: 'הורדת plan.pdf' })).toBeEnabled()
})

test('a thread that is empty, loads or fails says so', async () => {
  const arrive = answerLater(getThread, { posts: [], mailbox: null })
  const { user } = await openMessage()
  expect(await screen.findByText('טוענים את ההתכתבות...')).toBeInTheDocument()
  arrive()
  expect(await screen.findByText('עדיין לא נשלחה תשובה.')).toBeInTheDocument()
  refuse(getThread, 400, 'No.')
  tellChange('messages')
  const banner = await screen.findByRole('alert')
  expect(banner).toHaveTextContent('לא הצלחנו לטעון את ההתכתבות.')
  answer(getThread, { posts: [REPLY], mailbox: null })
  await user.click(within(banner).getByRole('button', { name: 'ניסיון נוסף' }))

  expect(await screen.findByText('תודה!')).toBeInTheDocument()
})

test('an answer is sent and shown, and can mark the message as handled', async () => {
  answer(getThread, { posts: [REPLY], mailbox: null })
  const { user } = await openMessage()
  expect(await screen.findByText('תודה!')).toBeInTheDocument()
  expect(send()).toBeDisabled()
  await user.type(box(), '  Yes, in the courtyard. ')
  await user.click(screen.getByRole('checkbox', { name: 'סימון הפנייה כטופלה' }))
  answer(answerMessage, ANSWER)
  answer(getThread, { posts: [ANSWER], mailbox: null })
  await user.click(send())

  expect(await screen.findByText('Yes, in the courtyard.')).toBeInTheDocument()
  expect(callsOf('POST')).toEqual([
    ['/api/contact/5/answers', { text: 'Yes, in the courtyard.', mark_handled: true, last_post_id: 2 }],
  ])
  expect(box()).toHaveValue('')
  expect(screen.getByRole('checkbox', { name: 'סימון הפנייה כטופלה' })).not.toBeChecked()
})

test('an answer that could not be sent is kept, and a retry is the same request', async () => {
  const { user } = await openMessage()
  loseConnection(answerMessage)
  await user.type(box(), 'Yes.{Control>}{Enter}{/Control}')
  const banner = await screen.findByRole('alert')
  expect(banner).toHaveTextContent('לא הצלחנו לשלוח את התשובה. מה שכתבת נשמר כאן.')
  expect(box()).toHaveValue('Yes.')
  answer(answerMessage, ANSWER)
  await user.click(within(banner).getByRole('button', { name: 'ניסיון נוסף' }))

  await waitFor(() => expect(box()).toHaveValue(''))
  const keys = keysSent()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a sender who has deleted their account cannot be answered', async () => {
  const { user } = await openMessage()
  refuse(answerMessage, 409, 'The sender has deleted their account, so there is no address to answer.')
  await user.type(box(), 'Yes.')
  await user.click(send())

  expect(await screen.findByRole('alert')).toHaveTextContent('השולח מחק את החשבון שלו')
})

test('a draft is kept for its message when one leaves and returns', async () => {
  const { user } = await openMessage()
  await user.type(box(), 'Half an ans')
  await user.click(screen.getByRole('button', { name: 'חזרה לפניות' }))
  await user.click(await screen.findByRole('button', { name: /gili@example.com/ }))

  expect(await screen.findByRole('textbox', { name: 'תשובה' })).toHaveValue('Half an ans')
})

const leave = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'חזרה לפניות' }))
const handled = () => screen.getByRole('checkbox', { name: 'סימון הפנייה כטופלה' })
async function openAgain(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: /gili@example.com/ }))
  await screen.findByRole('textbox', { name: 'תשובה' })
}

test('an answer that is under way when one leaves and returns is not sent twice', async () => {
  const { user } = await openMessage()
  const arrive = answerLater(answerMessage, ANSWER)
  await user.type(box(), 'Yes, in the courtyard.')
  await user.click(handled())
  await user.click(send())
  await leave(user)
  await openAgain(user)
  expect(box()).toHaveValue('Yes, in the courtyard.')
  expect(send()).toBeDisabled()
  await user.type(box(), '{Control>}{Enter}{/Control}')
  answer(getThread, { posts: [ANSWER], mailbox: null })
  arrive()

  await waitFor(() => expect(box()).toHaveValue(''))
  expect(handled()).not.toBeChecked()
  expect(keysSent()).toHaveLength(1)
})

test('an answer that arrives after one left is no draft any more', async () => {
  const { user } = await openMessage()
  const arrive = answerLater(answerMessage, ANSWER)
  await user.type(box(), 'Yes.')
  await user.click(send())
  await leave(user)
  arrive()
  await openAgain(user)

  await waitFor(() => expect(box()).toHaveValue(''))
})

test('what is typed while an answer is under way stays', async () => {
  const { user } = await openMessage()
  const arrive = answerLater(answerMessage, ANSWER)
  await user.type(box(), 'Yes.')
  await user.click(send())
  await user.type(box(), ' And a garden.')
  answer(getThread, { posts: [ANSWER], mailbox: null })
  arrive()

  expect(await screen.findByText(ANSWER.text)).toBeInTheDocument()
  expect(box()).toHaveValue('Yes. And a garden.')
})

test('an answer whose reply was lost with the page is the same request again', async () => {
  const { user, unmount } = await openMessage()
  answerLater(answerMessage, ANSWER)
  await user.type(box(), 'Yes.')
  await user.click(handled())
  await user.click(send())
  await waitFor(() => expect(keysSent()).toHaveLength(1))
  unmount()
  const { user: again } = await openMessage()
  answer(answerMessage, ANSWER)
  await again.click(send())

  await waitFor(() => expect(box()).toHaveValue(''))
  const [first, second] = callsOf('POST')
  expect(second).toEqual(first)
  expect(keysSent()).toEqual(Array(2).fill(keysSent()[0]))
})

test('a changed answer is another request', async () => {
  const { user } = await openMessage()
  loseConnection(answerMessage)
  await user.type(box(), 'Yes.')
  await user.click(send())
  await screen.findByRole('alert')
  await user.type(box(), ' And a garden.')
  await user.click(send())

  await waitFor(() => expect(new Set(keysSent()).size).toBe(2))
})

test('an answer that failed is told of wherever one went in the inbox, and can be retried there', async () => {
  const { user } = await openMessage()
  loseConnection(answerMessage)
  await user.type(box(), 'Yes.')
  await user.click(send())
  await screen.findByRole('alert')
  await leave(user)
  const banner = await screen.findByRole('alert')
  expect(banner).toHaveTextContent('לא הצלחנו לשלוח את התשובה אל gili@example.com.')
  await openAgain(user)
  expect(screen.getByRole('alert')).toHaveTextContent('מה שכתבת נשמר כאן.')
  await leave(user)
  answer(answerMessage, ANSWER)
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'ניסיון נוסף' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await openAgain(user)

  await waitFor(() => expect(box()).toHaveValue(''))
  expect(keysSent()).toEqual(Array(2).fill(keysSent()[0]))
})

test('a saved reply is put below what was typed', async () => {
  const { user } = await openMessage()
  await user.type(box(), 'שלום,')
  await user.click(screen.getByRole('combobox', { name: 'תשובה מוכנה' }))
  await user.click(await screen.findByRole('option', { name: 'חניה' }))

  expect(box()).toHaveValue('שלום,\n\nהחניה בחצר.')
})

test('the screen says when replies go to a mailbox', async () => {
  answer(getThread, { posts: [], mailbox: 'hello@keyhour.test' })
  await openMessage()

  expect(await screen.findByText(/תגובות לתשובה הזו יגיעו לתיבה/)).toHaveTextContent('hello@keyhour.test')
})

async function openWindow() {
  const { user } = await openMessage()
  await user.click(screen.getByRole('button', { name: 'ניהול תשובות מוכנות' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'תשובות מוכנות' })) }
}

test('saved replies are added', async () => {
  answer(listCannedAnswers, [])
  const { user, dialog } = await openWindow()
  expect(await dialog.findByText('אין תשובות מוכנות.')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'הוספת תשובה מוכנה' }))
  await user.type(dialog.getByRole('textbox', { name: 'כותרת' }), 'חניה')
  expect(dialog.getByRole('button', { name: 'שמירה' })).toBeDisabled()
  await user.type(dialog.getByRole('textbox', { name: 'תוכן התשובה' }), 'החניה בחצר.')
  answer(addCannedAnswer, CANNED)
  answer(listCannedAnswers, [CANNED])
  await user.click(dialog.getByRole('button', { name: 'שמירה' }))

  expect(await dialog.findByText('החניה בחצר.')).toBeInTheDocument()
  expect(callsOf('POST')).toEqual([['/api/contact/canned-answers', { title: 'חניה', text: 'החניה בחצר.' }]])
})

test('a saved reply that somebody else changed is replaced only after a warning', async () => {
  const { user, dialog } = await openWindow()
  await user.click(await dialog.findByRole('button', { name: 'עריכה' }))
  await user.type(dialog.getByRole('textbox', { name: 'כותרת' }), ' חינם')
  const changed = { changed_by: 'Dana', changed_at: '2026-03-02T09:00:00.000Z' }
  refuse(
    changeCannedAnswer,
    409,
    'This was changed in the meantime. Please reload it to see the changes.',
    changed,
  )
  await user.click(dialog.getByRole('button', { name: 'שמירה' }))
  const banner = await dialog.findByRole('alert')
  expect(banner).toHaveTextContent('מישהו שינה את התשובה המוכנה בינתיים.')
  answer(changeCannedAnswer, CANNED)
  await user.click(within(banner).getByRole('button', { name: 'ניסיון נוסף' }))

  await waitFor(() => expect(callsOf('PUT')).toHaveLength(2))
  const form = { title: 'חניה חינם', text: 'החניה בחצר.' }
  expect(callsOf('PUT').map(([, body]) => body)).toEqual([{ ...form, version: 4 }, form])
})

test('a saved reply is deleted after a question, and a failure can be retried', async () => {
  const { user, dialog } = await openWindow()
  await user.click(await dialog.findByRole('button', { name: 'מחיקה' }))
  await user.click(dialog.getByRole('button', { name: 'לא' }))
  expect(callsOf('DELETE')).toEqual([])
  loseConnection(deleteCannedAnswer)
  await user.click(dialog.getByRole('button', { name: 'מחיקה' }))
  await user.click(dialog.getByRole('button', { name: 'כן' }))
  const banner = await dialog.findByRole('alert')
  expect(banner).toHaveTextContent('לא הצלחנו למחוק את התשובה המוכנה.')
  answer(deleteCannedAnswer, {})
  answer(listCannedAnswers, [])
  await user.click(within(banner).getByRole('button', { name: 'ניסיון נוסף' }))

  expect(await dialog.findByText('אין תשובות מוכנות.')).toBeInTheDocument()
})

test('a message is assigned, to oneself first, and a failure can be retried', async () => {
  const { user } = await openMessage()
  loseConnection(assignMessage)
  await user.click(screen.getByRole('combobox', { name: 'באחריות' }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).toEqual(['אני (Maya Cohen)', 'Dana', 'אף אחד'])
  await user.click(options[0]!)
  const banner = await screen.findByRole('alert')
  expect(banner).toHaveTextContent('לא הצלחנו לשמור מי מטפל בפנייה.')
  const assigned = sampleMessage({ assignee: { id: 7, name: 'Maya Cohen' } })
  answer(assignMessage, assigned)
  answer(getMessage, assigned)
  await user.click(within(banner).getByRole('button', { name: 'ניסיון נוסף' }))

  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'באחריות' })).toHaveValue('אני (Maya Cohen)'),
  )
  expect(callsOf('PUT')).toEqual(Array(2).fill(['/api/contact/5/assignee', { assignee_id: 7 }]))
})

test('the office that a message is about is named in Hebrew and linked', async () => {
  answer(getMessage, sampleMessage({ office: { id: 9, name: 'Harbour', name_he: 'הנמל' } }))
  await openMessage()

  expect(await screen.findByRole('link', { name: 'הנמל' })).toHaveAttribute('href', '/spaces/9')
})

test('r goes to the answer, in an open message and from the list, and Escape leaves it', async () => {
  const { user } = await openMessage()
  await user.keyboard('r')
  expect(box()).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(box()).not.toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'חזרה לפניות' }))
  await screen.findByRole('button', { name: /gili@example.com/ })
  await user.keyboard('jr')

  expect(await screen.findByRole('textbox', { name: 'תשובה' })).toHaveFocus()
})

test('u changes whether the message was read', async () => {
  const { user } = await openMessage()
  answer(changeMessage, sampleMessage({ read_at: null }))
  await user.keyboard('u')

  await waitFor(() => expect(callsOf('PATCH')).toEqual([['/api/contact/5', { read: false }]]))
})
