import { isolated } from '@keyhour/contract/direction'
import type { Currency } from '@keyhour/contract/primitives'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'
import { moneyInWords } from '#server/features/mail/money-in-words.ts'
import { lastDayInWords } from '#server/time/moment-in-words.ts'

type Pool = { name: string; left: number; currency: Currency }

export function poolIsLow(reader: Recipient, { left, currency, ...pool }: Pool, url: string): Letter {
  const name = isolated(pool.name, reader.language)
  const money = moneyInWords(reader.language, currency, left)
  return letterTo(reader, {
    en: {
      subject: `${name} is running low on credits`,
      paragraphs: [
        `${name} has ${money} left in credits. Once they are used up, nobody can book on them.`,
        'Your company’s settings page sets when this email is sent. You get it once each time the pool runs low.',
      ],
      action: { label: 'Buy credits', url },
    },
    he: {
      subject: `הקרדיטים של ${name} עומדים להיגמר`,
      paragraphs: [
        `נותרו ${money} בקרדיטים של ${name}. כשייגמרו, לא יהיה אפשר להזמין באמצעותם.`,
        'בהגדרות החברה אפשר לבחור מתי תישלח ההודעה הזו. היא נשלחת פעם אחת, עד שהיתרה עולה שוב.',
      ],
      action: { label: 'לרכישת קרדיטים', url },
    },
  })
}

type ExpiringLot = { amount: number; currency: Currency; expires_at: string }

export function poolExpires(
  reader: Recipient,
  pool: { name: string; lots: ExpiringLot[] },
  url: string,
): Letter {
  const { language } = reader
  const name = isolated(pool.name, language)
  const lines = pool.lots.map(({ amount, currency, expires_at }) => ({
    money: moneyInWords(language, currency, amount),
    day: lastDayInWords(language, expires_at),
  }))
  return letterTo(reader, {
    en: {
      subject: `Some of ${name}’s credits are about to expire`,
      paragraphs: [
        ...lines.map(({ money, day }) => `Credits worth ${money} expire after ${day}.`),
        `Whatever is left after that day is lost. What counts is the day a booking is made, even if the stay is later.`,
      ],
      action: { label: 'See the credits', url },
    },
    he: {
      subject: `תוקפם של חלק מהקרדיטים של ${name} עומד לפוג`,
      paragraphs: [
        ...lines.map(({ money, day }) => `קרדיטים בסך ${money} אפשר לנצל עד ${day}.`),
        `מה שיישאר אחרי היום הזה יאבד לחברה ${name}. קובע היום שבו מזמינים, גם אם השהייה עצמה מאוחרת יותר.`,
      ],
      action: { label: 'לצפייה בקרדיטים', url },
    },
  })
}

export function companyRoleGiven(reader: Recipient, companies: string[], url: string): Letter {
  const list = companies.map((name) => isolated(name, reader.language)).join(', ')
  return letterTo(reader, {
    en: {
      subject: `You now manage ${list}`,
      paragraphs: [
        `You can now buy credits for ${list}, invite people, set how much each may spend, and see how the credits are used.`,
      ],
      action: { label: 'Open the company page', url },
    },
    he: {
      subject: `מעכשיו החברה בניהולך: ${list}`,
      paragraphs: [
        `אפשר לקנות קרדיטים עבור ${list}, לצרף עובדים, לקבוע כמה כל אחד רשאי להוציא ולראות איך הקרדיטים מנוצלים.`,
      ],
      action: { label: 'לדף החברה', url },
    },
  })
}

export function joinedCompany(reader: Recipient, name: string, url: string): Letter {
  const company = isolated(name, reader.language)
  return letterTo(reader, {
    en: {
      subject: `You can now book on ${company} credits`,
      paragraphs: [`You have joined ${company}. When you book, you can choose to pay with company credits.`],
      action: { label: 'Find a space', url },
    },
    he: {
      subject: `אפשר להזמין בקרדיטים של ${company}`,
      paragraphs: [`הצטרפת אל ${company}. בעת ההזמנה אפשר לבחור לשלם בקרדיטים של החברה.`],
      action: { label: 'לחיפוש חלל', url },
    },
  })
}

export function companyClosed(reader: Recipient, name: string): Letter {
  const company = isolated(name, reader.language)
  return letterTo(reader, {
    en: {
      subject: `${company} is closed`,
      paragraphs: [
        `${company} was closed on Keyhour, so its credits can no longer be used for bookings. Your account and your own credits stay as they are.`,
      ],
    },
    he: {
      subject: `החברה ${company} נסגרה`,
      paragraphs: [
        `החברה ${company} נסגרה ב־Keyhour, ואי אפשר להזמין עוד בקרדיטים שלה. החשבון והקרדיטים שלך נשארים כפי שהם.`,
      ],
    },
  })
}

export function leftCompany(reader: Recipient, name: string): Letter {
  const company = isolated(name, reader.language)
  return letterTo(reader, {
    en: {
      subject: `You no longer belong to ${company}`,
      paragraphs: [
        `You can no longer book on ${company} credits. Existing bookings stay, and your account and your own credits stay as they are.`,
      ],
    },
    he: {
      subject: `השיוך שלך אל ${company} הסתיים`,
      paragraphs: [
        `אי אפשר להזמין עוד בקרדיטים של ${company}. הזמנות שכבר נעשו נשארות, והחשבון והקרדיטים שלך נשארים כפי שהם.`,
      ],
    },
  })
}
