import { isolated } from '@keyhour/contract/direction'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'

export const INVITATION_DAYS = 7

export function invitation(reader: Recipient, publicUrl: string, url: string): Letter {
  const forgotten = `${publicUrl}/forgot-password`
  return letterTo(reader, {
    en: {
      subject: 'Your Keyhour account',
      paragraphs: [
        'You have an account at Keyhour, where you can book workspaces and open their doors. Choose a password to get started.',
        `The link works once, for ${INVITATION_DAYS} days. After that you can get a new one here: ${forgotten}`,
      ],
      action: { label: 'Choose a password', url },
      footnote: 'Not sure why you got this? You can ignore it: without a password, nobody can sign in.',
    },
    he: {
      subject: 'החשבון שלך ב־Keyhour',
      paragraphs: [
        'נפתח עבורך חשבון ב־Keyhour, שבו מזמינים חללי עבודה ופותחים את דלתותיהם. נשאר רק לבחור סיסמה.',
        `הקישור תקף לשימוש אחד, במשך ${INVITATION_DAYS} ימים. אחר כך אפשר לקבל כאן קישור חדש: ${forgotten}`,
      ],
      action: { label: 'בחירת סיסמה', url },
      footnote: 'לא ידוע לך במה מדובר? אפשר להתעלם מההודעה: בלי סיסמה איש לא ייכנס לחשבון.',
    },
  })
}

const listOf = (names: string[], { language }: Recipient): string =>
  names.map((name) => isolated(name, language)).join(', ')

export function officesToRun(reader: Recipient, offices: string[], url: string): Letter {
  const list = listOf(offices, reader)
  return letterTo(reader, {
    en: {
      subject: offices.length === 1 ? `You now manage ${list}` : `You now manage ${offices.length} offices`,
      paragraphs: [
        `You can now see who is here now and who comes next at ${list}.`,
        'The dashboard shows one office at a time, live.',
      ],
      action: { label: 'Open the dashboard', url },
    },
    he: {
      subject:
        offices.length === 1 ? `קיבלת תפקיד ניהול ב${list}` : `קיבלת תפקיד ניהול ב־${offices.length} משרדים`,
      paragraphs: [
        `מעכשיו אפשר לראות מי נמצא ומי עתיד להגיע: ${list}.`,
        'לוח הבקרה מציג משרד אחד בכל פעם, בזמן אמת.',
      ],
      action: { label: 'ללוח הבקרה', url },
    },
  })
}

export function officesOwned(reader: Recipient, offices: string[], url: string): Letter {
  const list = listOf(offices, reader)
  return letterTo(reader, {
    en: {
      subject:
        offices.length === 1
          ? `${list} is now in your spaces`
          : `${offices.length} offices are now in your spaces`,
      paragraphs: [
        `${list}: you can now see the calendar and the orders, change prices and hours, and close times.`,
        'You get a statement for each space every month.',
      ],
      action: { label: 'Open My spaces', url },
    },
    he: {
      subject:
        offices.length === 1 ? `${list} רשום עכשיו על שמך` : `${offices.length} משרדים רשומים עכשיו על שמך`,
      paragraphs: [
        `${list}: מעכשיו אפשר לראות את היומן ואת ההזמנות, לשנות מחירים ושעות ולסגור זמנים.`,
        'בכל חודש מגיע דוח על כל חלל.',
      ],
      action: { label: 'לחללים שלי', url },
    },
  })
}

export function addressChanged(reader: Recipient, email: string, contactEmail: string): Letter {
  return letterTo(reader, {
    en: {
      subject: 'Your email address was changed',
      paragraphs: [
        `An admin has changed the email address of your Keyhour account. From now on, sign in with ${email}; your password stays the same.`,
        'You were signed out on all devices.',
      ],
      footnote: `Didn’t expect this? Please write to ${contactEmail}.`,
    },
    he: {
      subject: 'כתובת האימייל שלך הוחלפה',
      paragraphs: [
        `מנהלי המערכת החליפו את כתובת האימייל של חשבון Keyhour שלך. מעכשיו נכנסים עם ${email}; הסיסמה נשארת כפי שהיא.`,
        'כל המכשירים שהיו מחוברים לחשבון נותקו.',
      ],
      footnote: `השינוי לא מוכר לך? אפשר לכתוב אל ${contactEmail}.`,
    },
  })
}

/** `cancelled`: the number of bookings. */
export function accountClosed(reader: Recipient, cancelled: number, contactEmail: string): Letter {
  return letterTo(reader, {
    en: {
      subject: 'Your account was closed',
      paragraphs: [
        'An admin has closed your Keyhour account. You are signed out on all devices and cannot sign in for now.',
        ...(cancelled > 0
          ? ['Your upcoming bookings were cancelled, and everything you paid for them is refunded.']
          : []),
        'Your credits stay with the account.',
      ],
      footnote: `Didn’t expect this, or want your account back? Please write to ${contactEmail}.`,
    },
    he: {
      subject: 'החשבון שלך נסגר',
      paragraphs: [
        'מנהלי המערכת סגרו את חשבון Keyhour שלך. נותקת ממנו בכל המכשירים, ואי אפשר להיכנס אליו כרגע.',
        ...(cancelled > 0 ? ['ההזמנות העתידיות שלך בוטלו, וכל מה ששילמת עבורן יוחזר לך.'] : []),
        'הקרדיטים שלך נשמרים בחשבון.',
      ],
      footnote: `הסגירה לא מוכרת לך, או שהחשבון עדיין דרוש? אפשר לכתוב אל ${contactEmail}.`,
    },
  })
}
