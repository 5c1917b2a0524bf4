import type { Language } from '@keyhour/contract/primitives'
import { PASSWORD_LINK_MINUTES, SIGN_UP_HOURS } from '#server/features/auth/rules.ts'
import type { Letter } from '#server/features/mail/letter.ts'

type Reader = { name: string; language: Language }

/** Contains nothing that was typed: anyone can make us write to any address, so they must not choose the words. */
export function signUpLink(language: Language, publicUrl: string, token: string): Letter {
  const url = `${publicUrl}/confirm-email?token=${token}`
  return {
    en: {
      subject: 'Confirm your address',
      greeting: 'Welcome to Keyhour!',
      paragraphs: [
        'One step is left: confirm that this address is yours, with the password that you chose, and your account is ready.',
        `The link works for ${SIGN_UP_HOURS} hours.`,
      ],
      action: { label: 'Confirm my address', url },
      footnote:
        'You did not sign up? Then please ignore this mail: without the link and the password there is no account.',
    },
    he: {
      subject: 'אישור כתובת הדוא"ל',
      greeting: 'שלום, וטוב לראות אותך ב-Keyhour!',
      paragraphs: [
        'נשאר צעד אחד: לאשר שהכתובת הזו שלך, עם הסיסמה שבחרת, והחשבון מוכן.',
        `הקישור תקף ל-${SIGN_UP_HOURS} שעות.`,
      ],
      action: { label: 'אישור הכתובת', url },
      footnote: 'לא נרשמת? אפשר להתעלם מההודעה הזו: בלי הקישור והסיסמה לא נפתח שום חשבון.',
    },
  }[language]
}

export function accountExists({ name, language }: Reader, publicUrl: string): Letter {
  const url = `${publicUrl}/sign-in`
  const forgotten = `${publicUrl}/forgot-password`
  return {
    en: {
      subject: 'You already have an account',
      greeting: `Hello ${name},`,
      paragraphs: [
        'Somebody has just signed up with this address; perhaps it was you. You already have an account, so nothing was changed: simply sign in.',
        `You do not know your password any more? Here you set a new one: ${forgotten}`,
      ],
      action: { label: 'Sign in', url },
      footnote:
        'It was not you? Then there is nothing to do. Nobody was told that this address has an account.',
    },
    he: {
      subject: 'כבר יש לך חשבון',
      greeting: `שלום ${name},`,
      paragraphs: [
        'התקבלה עכשיו הרשמה עם הכתובת הזו; אולי היא ממך. כבר יש לך חשבון, ולכן לא השתנה דבר: אפשר פשוט להיכנס.',
        `הסיסמה נשכחה? כאן קובעים חדשה: ${forgotten}`,
      ],
      action: { label: 'כניסה לחשבון', url },
      footnote: 'ההרשמה לא ממך? אין צורך לעשות דבר. לא נמסר לאיש שלכתובת הזו יש חשבון.',
    },
  }[language]
}

/** Their account was deleted by an admin. */
export function accountIsClosed({ name, language }: Reader, contactEmail: string): Letter {
  return {
    en: {
      subject: 'Your account is closed',
      greeting: `Hello ${name},`,
      paragraphs: [
        'Somebody has just signed up with this address; perhaps it was you. There is an account with it already, but an admin has closed it, so nobody can sign in and no new one was made.',
        `To have it opened again, write to ${contactEmail}.`,
      ],
      footnote:
        'It was not you? Then there is nothing to do. Nobody was told that this address has an account.',
    },
    he: {
      subject: 'החשבון שלך סגור',
      greeting: `שלום ${name},`,
      paragraphs: [
        'התקבלה עכשיו הרשמה עם הכתובת הזו; אולי היא ממך. כבר יש לכתובת חשבון, אך מנהלי המערכת סגרו אותו: אי אפשר להיכנס אליו, וחשבון חדש לא נפתח.',
        `כדי לפתוח אותו מחדש אפשר לכתוב אל ${contactEmail}.`,
      ],
      footnote: 'ההרשמה לא ממך? אין צורך לעשות דבר. לא נמסר לאיש שלכתובת הזו יש חשבון.',
    },
  }[language]
}

export function passwordLink({ name, language }: Reader, url: string): Letter {
  return {
    en: {
      subject: 'Set a new password',
      greeting: `Hello ${name},`,
      paragraphs: [
        `With this link you set a new password. It works once, within ${PASSWORD_LINK_MINUTES} minutes.`,
        'All devices that are signed in to your account will be signed out.',
      ],
      action: { label: 'Set a new password', url },
      footnote: 'You did not ask for this? Then please ignore this mail: your password stays as it is.',
    },
    he: {
      subject: 'קביעת סיסמה חדשה',
      greeting: `שלום ${name},`,
      paragraphs: [
        `בקישור הזה קובעים סיסמה חדשה. הוא תקף לשימוש אחד, במשך ${PASSWORD_LINK_MINUTES} דקות.`,
        'כל המכשירים שמחוברים לחשבון שלך ינותקו.',
      ],
      action: { label: 'קביעת סיסמה חדשה', url },
      footnote: 'לא ביקשת את זה? אפשר להתעלם מההודעה: הסיסמה נשארת כפי שהיא.',
    },
  }[language]
}

const GOOGLE_AFTERWARDS = {
  none: { en: [], he: [] },
  ended: {
    en: [
      'The Google account that was connected no longer signs in. You can connect it again on your profile.',
    ],
    he: ['חשבון Google שהיה מחובר כבר לא נכנס לחשבון שלך. אפשר לחבר אותו שוב בפרופיל.'],
  },
  kept: {
    en: ['The Google account that is connected still signs in.'],
    he: ['עדיין אפשר להיכנס עם חשבון Google המחובר.'],
  },
} as const

export function passwordChanged(
  { name, language }: Reader,
  google: keyof typeof GOOGLE_AFTERWARDS,
  publicUrl: string,
): Letter {
  const url = `${publicUrl}/forgot-password`
  return {
    en: {
      subject: 'Your password was changed',
      greeting: `Hello ${name},`,
      paragraphs: [
        'A new password was just set for your account, and all other devices were signed out. If it was you, all is well.',
        ...GOOGLE_AFTERWARDS[google].en,
        'If it was not you, set another one right away, and change the password of your mailbox too.',
      ],
      action: { label: 'It was not me', url },
    },
    he: {
      subject: 'הסיסמה שלך הוחלפה',
      greeting: `שלום ${name},`,
      paragraphs: [
        'הרגע נקבעה לחשבון שלך סיסמה חדשה, וכל המכשירים האחרים נותקו. אם השינוי ממך, הכול בסדר.',
        ...GOOGLE_AFTERWARDS[google].he,
        'אם לא, כדאי לקבוע מיד סיסמה אחרת, ולהחליף גם את הסיסמה של תיבת הדוא"ל.',
      ],
      action: { label: 'השינוי לא ממני', url },
    },
  }[language]
}

/** `account`: the Google address, which may differ. */
export function googleConnected({ name, language }: Reader, account: string, publicUrl: string): Letter {
  const url = `${publicUrl}/profile`
  return {
    en: {
      subject: 'A Google account was connected to yours',
      greeting: `Hello ${name},`,
      paragraphs: [
        `From now on the Google account ${account} signs in to your Keyhour account. If it was you who connected it, all is well.`,
        'If it was not you, disconnect it on your profile, log out everywhere, and choose a new password.',
      ],
      action: { label: 'To my profile', url },
    },
    he: {
      subject: 'חשבון Google חובר לחשבון שלך',
      greeting: `שלום ${name},`,
      paragraphs: [
        `מעכשיו אפשר להיכנס לחשבון Keyhour שלך עם חשבון Google ${account}. אם החיבור ממך, הכול בסדר.`,
        'אם לא, כדאי לנתק אותו בפרופיל, להתנתק מכל המכשירים ולבחור סיסמה חדשה.',
      ],
      action: { label: 'לפרופיל שלי', url },
    },
  }[language]
}
