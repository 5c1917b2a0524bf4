import { isolated } from '@keyhour/contract/direction'
import type { Currency } from '@keyhour/contract/primitives'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'
import { moneyInWords } from '#server/features/mail/money-in-words.ts'
import { lastDayInWords } from '#server/time/moment-in-words.ts'

/** In hundredths of a credit. */
type Amount = { amount: number; currency: Currency }

const moneyOf = ({ language }: Recipient, { amount, currency }: Amount): string =>
  moneyInWords(language, currency, amount)

type Gift = Amount & { description: string | null; expires_at: string | null }

export function creditsAdded(reader: Recipient, gift: Gift, url: string): Letter {
  const money = moneyOf(reader, gift)
  const day = gift.expires_at && lastDayInWords(reader.language, gift.expires_at)
  return letterTo(reader, {
    en: {
      subject: `${money} in credits added to your account`,
      paragraphs: [
        `We have added ${money} in credits to your Keyhour account.`,
        ...(gift.description ? [`Description: ${isolated(gift.description, 'en')}`] : []),
        day ? `You can spend them until ${day}.` : 'They never expire.',
        'They are used first for your next bookings in offices that charge in this currency.',
      ],
      action: { label: 'See your credits', url },
    },
    he: {
      subject: `נוספו לך קרדיטים בסך ${money}`,
      paragraphs: [
        `הוספנו לחשבון Keyhour שלך קרדיטים בסך ${money}.`,
        ...(gift.description ? [`התיאור: ${isolated(gift.description, 'he')}`] : []),
        day ? `אפשר לנצל אותם עד ${day}.` : 'הם ללא תפוגה.',
        'הם ינוצלו ראשונים בהזמנות הבאות שלך במשרדים שגובים במטבע הזה.',
      ],
      action: { label: 'לצפייה בקרדיטים שלך', url },
    },
  })
}

export function creditsTakenBack(
  reader: Recipient,
  { reason, contact, ...amount }: Amount & { reason: string; contact: string },
  url: string,
): Letter {
  const money = moneyOf(reader, amount)
  return letterTo(reader, {
    en: {
      subject: `${money} in credits taken back`,
      paragraphs: [
        `We have corrected your credits: ${money} was added by mistake, and we have taken it back.`,
        `Reason: ${isolated(reason, 'en')}`,
      ],
      action: { label: 'See your credits', url },
      footnote: `Think this is wrong? Please write to ${contact}.`,
    },
    he: {
      subject: `קרדיטים בסך ${money} בוטלו`,
      paragraphs: [
        `תיקנו את הקרדיטים שלך: ${money} נוספו בטעות, ולכן ביטלנו אותם.`,
        `הסיבה: ${isolated(reason, 'he')}`,
      ],
      action: { label: 'לצפייה בקרדיטים שלך', url },
      footnote: `נראה לך שזו טעות? אפשר לכתוב אל ${contact}.`,
    },
  })
}

type Lot = Amount & { expires_at: string }

export function creditsExpire(reader: Recipient, lots: Lot[], url: string): Letter {
  const lines = lots.map((lot) => ({
    money: moneyOf(reader, lot),
    day: lastDayInWords(reader.language, lot.expires_at),
  }))
  return letterTo(reader, {
    en: {
      subject: 'Some of your credits are about to expire',
      paragraphs: [
        ...lines.map(({ money, day }) => `Credits worth ${money} expire after ${day}.`),
        'Whatever is left after that day is lost. What counts is the day you book, even if your stay is later.',
      ],
      action: { label: 'See your credits', url },
    },
    he: {
      subject: 'תוקפם של חלק מהקרדיטים שלך עומד לפוג',
      paragraphs: [
        ...lines.map(({ money, day }) => `קרדיטים בסך ${money} אפשר לנצל עד ${day}.`),
        'מה שיישאר אחרי היום הזה יאבד. קובע היום שבו מזמינים, גם אם השהייה עצמה מאוחרת יותר.',
      ],
      action: { label: 'לצפייה בקרדיטים שלך', url },
    },
  })
}
