import { isolated } from '@keyhour/contract/direction'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'

export const guestWaits = (reader: Recipient, at: string, url: string): Letter => {
  const place = isolated(at, reader.language)
  return letterTo(reader, {
    en: {
      subject: 'Someone is waiting for you in the lobby',
      paragraphs: [`Somebody has come to see you and is waiting in the lobby: ${place}.`],
      action: { label: 'See the booking', url },
    },
    he: {
      subject: 'מישהו מחכה לך בלובי',
      paragraphs: [`הגיעו אליך, ומחכים לך בלובי: ${place}.`],
      action: { label: 'לצפייה בהזמנה', url },
    },
  })
}
