import type { Language } from '@keyhour/contract/primitives'
import type { Letter } from '#server/features/mail/letter.ts'

type Reader = { name: string; language: Language }

export const INVITATION_DAYS = 7

export function invitation({ name, language }: Reader, publicUrl: string, url: string): Letter {
  const forgotten = `${publicUrl}/forgot-password`
  return {
    en: {
      subject: 'Your Keyhour account',
      greeting: `Hello ${name},`,
      paragraphs: [
        'An account was made for you at Keyhour, where you book workspaces and open their doors. Choose a password, and it is yours.',
        `The link works once, within ${INVITATION_DAYS} days. Later you get a new one here: ${forgotten}`,
      ],
      action: { label: 'Choose a password', url },
      footnote: 'You do not know why you get this? Then please ignore it: without a password nobody gets in.',
    },
    he: {
      subject: 'החשבון שלך ב-Keyhour',
      greeting: `שלום ${name},`,
      paragraphs: [
        'נפתח עבורך חשבון ב-Keyhour, שבו מזמינים חללי עבודה ופותחים את דלתותיהם. נשאר רק לבחור סיסמה.',
        `הקישור תקף לשימוש אחד, במשך ${INVITATION_DAYS} ימים. אחר כך אפשר לקבל כאן קישור חדש: ${forgotten}`,
      ],
      action: { label: 'בחירת סיסמה', url },
      footnote: 'לא ידוע לך במה מדובר? אפשר להתעלם מההודעה: בלי סיסמה איש לא ייכנס לחשבון.',
    },
  }[language]
}

export function addressChanged({ name, language }: Reader, email: string, contactEmail: string): Letter {
  return {
    en: {
      subject: 'Your address was changed',
      greeting: `Hello ${name},`,
      paragraphs: [
        `An admin has changed the address of your Keyhour account. From now on you sign in with ${email}; your password stays the same.`,
        'All devices that were signed in have been signed out.',
      ],
      footnote: `You did not expect this? Then please write to ${contactEmail}.`,
    },
    he: {
      subject: 'כתובת הדוא"ל שלך הוחלפה',
      greeting: `שלום ${name},`,
      paragraphs: [
        `מנהלי המערכת החליפו את כתובת הדוא"ל של חשבון Keyhour שלך. מעכשיו נכנסים עם ${email}; הסיסמה נשארת כפי שהיא.`,
        'כל המכשירים שהיו מחוברים לחשבון נותקו.',
      ],
      footnote: `השינוי לא צפוי? אפשר לכתוב אל ${contactEmail}.`,
    },
  }[language]
}

/** `cancelled`: the number of bookings. */
export function accountClosed({ name, language }: Reader, cancelled: number, contactEmail: string): Letter {
  return {
    en: {
      subject: 'Your account was closed',
      greeting: `Hello ${name},`,
      paragraphs: [
        'An admin has closed your Keyhour account. You are signed out on every device and cannot sign in for now.',
        ...(cancelled > 0
          ? ['What you had booked is cancelled, and you get back all that you paid for it.']
          : []),
        'Your credits stay with the account.',
      ],
      footnote: `You did not expect this, or want your account back? Then please write to ${contactEmail}.`,
    },
    he: {
      subject: 'החשבון שלך נסגר',
      greeting: `שלום ${name},`,
      paragraphs: [
        'מנהלי המערכת סגרו את חשבון Keyhour שלך. נותקת ממנו בכל המכשירים, ואי אפשר להיכנס אליו כרגע.',
        ...(cancelled > 0 ? ['ההזמנות העתידיות שלך בוטלו, וכל מה ששילמת עבורן יוחזר לך.'] : []),
        'הקרדיטים שלך נשמרים בחשבון.',
      ],
      footnote: `הסגירה לא צפויה, או שהחשבון נחוץ לך? אפשר לכתוב אל ${contactEmail}.`,
    },
  }[language]
}
