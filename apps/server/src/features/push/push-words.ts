import { inLanguage } from '@keyhour/contract/place-names'
import type { Language } from '@keyhour/contract/primitives'
import type { PushKind, PushMessage } from '@keyhour/contract/push'
import { zoneInWords } from '@keyhour/contract/zone-names'
import type { OfferToTell, OrderToTell } from '#server/features/push/queries.ts'
import { shortStay, timeInWords } from '#server/time/moment-in-words.ts'

type Words = Record<Language, { title: string; body: string }>

type Place = Pick<OrderToTell, 'language' | 'office' | 'sub_office'>

const placeOf = ({ language, office, sub_office }: Place): string => {
  const { name } = inLanguage(language, office)
  return sub_office === null ? name : `${inLanguage(language, sub_office).name} · ${name}`
}

type Stay = Pick<OrderToTell, 'language' | 'start' | 'end' | 'time_zone'>

/** The reader may be in another time zone than the office. */
const stayOnItsClock = (stay: Stay): string =>
  `${shortStay(stay.language, stay)} (${zoneInWords(stay.language, stay.time_zone)})`

/** What a message about an order can be about. */
type OrderPush = Exclude<PushKind, 'credits' | 'time_free'>

const ABOUT: Record<OrderPush, (order: OrderToTell, place: string) => Words> = {
  booked: (order, place) => {
    const when = stayOnItsClock(order)
    return {
      en: { title: 'Booking confirmed', body: `${place}\n${when}` },
      he: { title: 'ההזמנה אושרה', body: `${place}\n${when}` },
    }
  },
  code_ready: (_, place) => ({
    en: { title: 'Your door code is ready', body: `${place}\nTap to see it.` },
    he: { title: 'קוד הדלת שלך מוכן', body: `${place}\nהקישו כדי לראות אותו.` },
  }),
  ending: (order, place) => {
    const time = timeInWords(order.language, order.until!, order.time_zone)
    return {
      en: { title: `Your time ends at ${time}`, body: `${place}\n15 minutes left.` },
      he: { title: `הזמן שלך מסתיים ב־${time}`, body: `${place}\nנותרו 15 דקות.` },
    }
  },
  check_in: (order, place) => {
    const time = timeInWords(order.language, order.no_show_release_at!, order.time_zone)
    return {
      en: { title: `Check in by ${time}`, body: `${place}\nOtherwise the booking is released.` },
      he: { title: `ממתינים לכניסה עד ${time}`, body: `${place}\nאחרת ההזמנה תשתחרר.` },
    }
  },
  waiting: (_, place) => ({
    en: { title: 'Someone is waiting for you', body: `In the lobby: ${place}` },
    he: { title: 'מישהו מחכה לך', body: `בלובי: ${place}` },
  }),
}

const EXTEND = { en: 'Extend', he: 'הארכה' }

/** On a lock screen anybody can read it: no door code, no Wi-Fi. */
export function writePush(order: OrderToTell, kind: OrderPush): PushMessage {
  const { id, language } = order
  const url = `/order/${id}`
  // A visit without an end goes on as long as it can.
  const canExtend = kind === 'ending' && order.end !== null
  const extend = { action: 'extend', title: EXTEND[language], url: `${url}?extend` }
  return {
    ...ABOUT[kind](order, placeOf(order))[language],
    url,
    tag: `${kind} ${id}`,
    language,
    ...(canExtend && { actions: [extend] }),
  }
}

const CREDITS: Words = {
  en: { title: 'Your credits are about to expire', body: 'See what is left, and until when.' },
  he: { title: 'תוקף הקרדיטים שלך עומד לפוג', body: 'כך רואים כמה נשאר ועד מתי.' },
}

export const writeCreditsPush = (language: Language): PushMessage => ({
  ...CREDITS[language],
  url: '/credits',
  tag: 'credits',
  language,
})

/** Opens the list, which leads to the booking, or says that the hold has run out. */
export function writeFreeTimePush(offer: OfferToTell): PushMessage {
  const { id, language, time_zone, offered_until } = offer
  const until = timeInWords(language, offered_until!, time_zone)
  const what = `${placeOf(offer)}\n${stayOnItsClock(offer)}`
  const words: Words = {
    en: { title: `Free now, held for you until ${until}`, body: what },
    he: { title: `התפנה עכשיו, ושמור לך עד ${until}`, body: what },
  }
  return { ...words[language], url: '/orders', tag: `time_free ${id}`, language }
}
