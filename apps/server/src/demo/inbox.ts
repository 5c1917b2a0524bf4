import type { Priority } from '@keyhour/contract/messages'
import type { Db } from '#server/db/connection.ts'
import { contactMessages } from '#server/db/schema/messages.ts'
import { insertAll, iso } from '#server/demo/rows.ts'
import { HOUR } from '#server/time/opening-hours.ts'

type DemoMessage = {
  from: string
  hoursAgo: number
  message: string
  priority?: Priority
  tags?: string[]
  /** Left out: unread. */
  state?: 'read' | 'handled'
}

const MESSAGES: DemoMessage[] = [
  {
    from: 'ruth.ben-ami@example.com',
    hoursAgo: 1,
    message: 'שלום, אני עומדת מול הדלת ברוטשילד והקוד לא עובד. ההזמנה שלי מתחילה בעוד עשר דקות. אפשר לעזור?',
    priority: 'high',
    tags: ['דלת', 'דחוף'],
  },
  {
    from: 'facilities@nordlicht.example',
    hoursAgo: 3,
    message:
      'Hello, we are a team of 14 and would like to use Kreuzberger Hof for three days next month. Is there a price for a whole week, and can we have the Remise next to the desks?',
    tags: ['groups'],
  },
  {
    from: 'dana.k@example.com',
    hoursAgo: 7,
    message: 'היי, שכחתי מעיל כחול בחדר "רימון" בבית שרונה אתמול בערב. מצאתם אולי?',
    priority: 'low',
    tags: ['אבדות'],
  },
  {
    from: 'p.novak@example.com',
    hoursAgo: 11,
    message:
      'I was charged twice for my booking on Monday: once in credits and once on my card. Please look into it, I have attached nothing because I could not find where.',
    priority: 'high',
    tags: ['payment'],
    state: 'read',
  },
  {
    from: 'merav@studio-galgal.example',
    hoursAgo: 20,
    message:
      'אנחנו מקליטים פודקאסט שבועי ומחפשים אולפן קבוע בימי שלישי בשעה 18:00. האם אפשר להזמין מראש לשלושה חודשים?',
    tags: ['אולפן', 'הזמנה קבועה'],
    state: 'read',
  },
  {
    from: 'hello@brightside.example',
    hoursAgo: 27,
    message: 'Do you have a room with step-free access in Haifa? One of us uses a wheelchair.',
    tags: ['accessibility'],
    state: 'handled',
  },
  {
    from: 'dr.levinson@example.com',
    hoursAgo: 34,
    message: 'האם חדרי הטיפול במושבה הגרמנית כוללים מיטת טיפולים מתכווננת? ומה לגבי כביסה של הסדינים?',
    tags: ['מרפאות'],
  },
  {
    from: 'owner@loft-neve-tzedek.example',
    hoursAgo: 50,
    message:
      'I own a 120 m² loft in Neve Tzedek that stands empty on weekdays. How do I list it with you, and what is your commission?',
    tags: ['space owners'],
    state: 'handled',
  },
  {
    from: 'yossi.amar@example.com',
    hoursAgo: 61,
    message: 'המזגן בחדר "יפו" בממילא מרעיש מאוד. לא דחוף, אבל כדאי לבדוק.',
    priority: 'low',
    tags: ['תחזוקה'],
    state: 'handled',
  },
  {
    from: 'accounts@harrowgate.example',
    hoursAgo: 74,
    message:
      'Could you send VAT invoices for all bookings of Harrowgate Ltd in the last quarter? Our accountant needs them by Friday.',
    priority: 'high',
    tags: ['invoices'],
    state: 'read',
  },
  {
    from: 'student.union@example.ac.il',
    hoursAgo: 98,
    message: 'שלום רב, האם יש הנחה לסטודנטים בנגב דסק? אנחנו קבוצה של שמונה ולומדים למבחנים עד סוף החודש.',
    state: 'handled',
  },
  {
    from: 'leo@example.com',
    hoursAgo: 121,
    message: 'Just wanted to say that the terrace in Haifa is the best office I ever had. Thank you!',
    priority: 'low',
    tags: ['thanks'],
    state: 'handled',
  },
  {
    from: 'events@makers.example',
    hoursAgo: 150,
    message:
      'We plan an evening talk for 45 people in the Vaulted hall. May we bring our own catering, and until when can we stay?',
    state: 'read',
  },
  {
    from: 'noga.r@example.com',
    hoursAgo: 190,
    message: 'הזמנתי בטעות שני חדרים לאותה שעה. ביטלתי אחד, מתי אקבל את הזיכוי חזרה לקרדיטים?',
    tags: ['תשלום', 'ביטול'],
    state: 'handled',
  },
  {
    from: 'security@example.org',
    hoursAgo: 240,
    message:
      'Is the guest Wi-Fi separated between rooms? We handle medical records and have to show it to our auditor.',
    priority: 'high',
    tags: ['wifi'],
    state: 'handled',
  },
  {
    from: 'gili@example.com',
    hoursAgo: 330,
    message: 'מתי נפתח המגדל בבורסה? מחכים!',
    priority: 'low',
  },
]

const READ_AFTER = 0.4 * HOUR

export async function addInbox(db: Db, now: number): Promise<void> {
  await insertAll(
    db,
    contactMessages,
    MESSAGES.toReversed().map(({ from, hoursAgo, message, priority, tags, state }) => ({
      email: from,
      message,
      created_at: iso(now - hoursAgo * HOUR),
      updated_at: iso(now - hoursAgo * HOUR + (state ? READ_AFTER : 0)),
      read_at: state ? iso(now - hoursAgo * HOUR + READ_AFTER) : null,
      is_handled: state === 'handled',
      priority: priority ?? 'normal',
      tags: tags ?? [],
    })),
  )
}
