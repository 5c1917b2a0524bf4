import type { Priority } from '@keyhour/contract/messages'
import type { Db } from '#server/db/connection.ts'
import { cannedAnswers, contactMessages, messagePosts } from '#server/db/schema/messages.ts'
import type { People } from '#server/demo/add-people.ts'
import messages from '#server/demo/messages.json' with { type: 'json' }
import { insertAll, iso, reserveIds } from '#server/demo/rows.ts'
import { HOUR } from '#server/time/opening-hours.ts'

/** Of an admin or of the visitor. */
type DemoPost = { hoursAgo: number; answer?: string; reply?: string }

type DemoMessage = {
  from: string
  hoursAgo: number
  message: string
  priority?: Priority
  tags?: string[]
  /** Left out: unread. */
  state?: 'read' | 'handled'
  /** The account of an admin. */
  assignee?: string
  posts?: DemoPost[]
}

const MESSAGES = (messages as DemoMessage[]).toReversed()

const CANNED_ANSWERS = [
  {
    title: 'חניה',
    text: 'שלום,\n\nבכל משרד יש חניה קרובה. הפרטים מופיעים בדף של המשרד, תחת "מידע נוסף".',
  },
  {
    title: 'Group prices',
    text: 'Hello,\n\nThank you for asking. For groups of ten or more we offer a weekly price. Please tell us the dates and the number of people.',
  },
]

const READ_AFTER = 0.4 * HOUR

export async function addInbox(db: Db, people: People, now: number): Promise<void> {
  const ids = await reserveIds(db, contactMessages, MESSAGES.length)
  await insertAll(
    db,
    contactMessages,
    MESSAGES.map(({ from, hoursAgo, message, priority, tags, state, assignee }, at) => ({
      id: ids[at]!,
      email: from,
      message,
      created_at: iso(now - hoursAgo * HOUR),
      updated_at: iso(now - hoursAgo * HOUR + (state ? READ_AFTER : 0)),
      read_at: state ? iso(now - hoursAgo * HOUR + READ_AFTER) : null,
      is_handled: state === 'handled',
      priority: priority ?? 'normal',
      tags: tags ?? [],
      assignee_id: assignee ? people.of(assignee).id : null,
      language: /[א-ת]/.test(message) ? ('he' as const) : ('en' as const),
    })),
  )
  await insertAll(
    db,
    messagePosts,
    MESSAGES.flatMap(({ from, posts = [] }, at) =>
      posts.map((post) => ({
        message_id: ids[at]!,
        ...(post.answer
          ? { kind: 'answer' as const, author_id: people.of('admin').id, text: post.answer }
          : { kind: 'reply' as const, from_email: from, text: post.reply! }),
        mail_id: `<demo-${ids[at]}-${post.hoursAgo}@keyhour.test>`,
        created_at: iso(now - post.hoursAgo * HOUR),
      })),
    ),
  )
  const at = iso(now - 400 * HOUR)
  await insertAll(
    db,
    cannedAnswers,
    CANNED_ANSWERS.map((answer) => ({ ...answer, created_at: at, updated_at: at })),
  )
}
