import type { Language } from '@keyhour/contract/primitives'
import { PASSWORD_LINK_MINUTES, SIGN_UP_HOURS } from '#server/features/auth/rules.ts'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'

/** Contains nothing that was typed: anyone can make us write to any address, so they must not choose the words. */
export function signUpLink(language: Language, publicUrl: string, token: string): Letter {
  const url = `${publicUrl}/confirm-email?token=${token}`
  return {
    en: {
      subject: 'Confirm your email address',
      greeting: 'Welcome to Keyhour!',
      paragraphs: [
        'One step to go: confirm that this address is yours with the password you chose, and your account is ready.',
        `The link works for ${SIGN_UP_HOURS} hours.`,
      ],
      action: { label: 'Confirm my address', url },
      footnote:
        'Didn’t sign up? You can ignore this email: without the link and the password, no account is created.',
    },
    he: {
      subject: 'אישור כתובת האימייל',
      greeting: 'שלום, וטוב לראות אותך ב־Keyhour!',
      paragraphs: [
        'נשאר רק צעד אחד: לאשר שהכתובת הזו שלך, עם הסיסמה שבחרת, והחשבון מוכן.',
        `הקישור תקף ל־${SIGN_UP_HOURS} שעות.`,
      ],
      action: { label: 'אישור הכתובת', url },
      footnote: 'לא נרשמת? אפשר להתעלם מההודעה הזו: בלי הקישור והסיסמה לא ייפתח חשבון.',
    },
  }[language]
}

export function accountExists(reader: Recipient, publicUrl: string): Letter {
  const url = `${publicUrl}/sign-in`
  const forgotten = `${publicUrl}/forgot-password`
  return letterTo(reader, {
    en: {
      subject: 'You already have an account',
      paragraphs: [
        'Someone just tried to sign up with this address. If that was you: you already have an account, so simply sign in. Nothing has changed.',
        `Forgot your password? Set a new one here: ${forgotten}`,
      ],
      action: { label: 'Sign in', url },
      footnote:
        'Wasn’t you? You do not need to do anything. We have not told anyone that this address has an account.',
    },
    he: {
      subject: 'כבר יש לך חשבון',
      paragraphs: [
        'הרגע ניסו להירשם עם הכתובת הזו. אם זה היה ניסיון שלך: כבר יש לך חשבון, ואפשר פשוט להיכנס. לא השתנה דבר.',
        `שכחת את הסיסמה? אפשר לקבוע כאן חדשה: ${forgotten}`,
      ],
      action: { label: 'כניסה לחשבון', url },
      footnote: 'זה לא היה ניסיון שלך? אין צורך לעשות דבר. לא מסרנו לאיש שלכתובת הזו יש חשבון.',
    },
  })
}

/** Their account was deleted by an admin. */
export function accountIsClosed(reader: Recipient, contactEmail: string): Letter {
  return letterTo(reader, {
    en: {
      subject: 'Your account is closed',
      paragraphs: [
        'Someone just tried to sign up with this address. It already has an account, but an admin has closed it. Nobody can sign in to it, and no new account was created.',
        `To reopen it, write to ${contactEmail}.`,
      ],
      footnote:
        'Wasn’t you? You do not need to do anything. We have not told anyone that this address has an account.',
    },
    he: {
      subject: 'החשבון שלך סגור',
      paragraphs: [
        'הרגע ניסו להירשם עם הכתובת הזו. כבר יש לה חשבון, אך מנהלי המערכת סגרו אותו. אי אפשר להיכנס אליו, וחשבון חדש לא נפתח.',
        `כדי לפתוח אותו מחדש אפשר לכתוב אל ${contactEmail}.`,
      ],
      footnote: 'זה לא היה ניסיון שלך? אין צורך לעשות דבר. לא מסרנו לאיש שלכתובת הזו יש חשבון.',
    },
  })
}

export function passwordLink(reader: Recipient, url: string): Letter {
  return letterTo(reader, {
    en: {
      subject: 'Set a new password',
      paragraphs: [
        `Use this link to set a new password. It works once and is valid for ${PASSWORD_LINK_MINUTES} minutes.`,
        'You will be signed out on all devices.',
      ],
      action: { label: 'Set a new password', url },
      footnote: 'If you did not ask for this, ignore this email: your password stays the same.',
    },
    he: {
      subject: 'קביעת סיסמה חדשה',
      paragraphs: [
        `בקישור הזה קובעים סיסמה חדשה. הוא תקף לשימוש אחד, במשך ${PASSWORD_LINK_MINUTES} דקות.`,
        'כל המכשירים שמחוברים לחשבון שלך ינותקו.',
      ],
      action: { label: 'קביעת סיסמה חדשה', url },
      footnote: 'לא ביקשת את זה? אפשר להתעלם מההודעה: הסיסמה נשארת כפי שהיא.',
    },
  })
}

const GOOGLE_AFTERWARDS = {
  none: { en: [], he: [] },
  ended: {
    en: [
      'You can no longer sign in with the Google account that was connected. You can connect it again in your profile.',
    ],
    he: ['כבר אי אפשר להיכנס עם חשבון Google שהיה מחובר. אפשר לחבר אותו שוב בפרופיל.'],
  },
  kept: {
    en: ['You can still sign in with the connected Google account.'],
    he: ['עדיין אפשר להיכנס עם חשבון Google המחובר.'],
  },
} as const

export function passwordChanged(
  reader: Recipient,
  google: keyof typeof GOOGLE_AFTERWARDS,
  publicUrl: string,
): Letter {
  const url = `${publicUrl}/forgot-password`
  return letterTo(reader, {
    en: {
      subject: 'Your password was changed',
      paragraphs: [
        'A new password was just set for your account, and all other devices were signed out. If this was you, there is nothing to do.',
        ...GOOGLE_AFTERWARDS[google].en,
        'If this was not you, set a new password right away, and change the password of your email account too.',
      ],
      action: { label: 'This was not me', url },
    },
    he: {
      subject: 'הסיסמה שלך הוחלפה',
      paragraphs: [
        'הרגע נקבעה לחשבון שלך סיסמה חדשה, וכל המכשירים האחרים נותקו. אם השינוי נעשה על ידך, אין צורך לעשות דבר.',
        ...GOOGLE_AFTERWARDS[google].he,
        'אם לא, יש לקבוע מיד סיסמה אחרת, ולהחליף גם את הסיסמה של תיבת האימייל.',
      ],
      action: { label: 'השינוי לא שלי', url },
    },
  })
}

/** `account`: the Google address, which may differ. */
export function googleConnected(reader: Recipient, account: string, publicUrl: string): Letter {
  const url = `${publicUrl}/profile`
  return letterTo(reader, {
    en: {
      subject: 'A Google account was connected to yours',
      paragraphs: [
        `You can now sign in to your Keyhour account with the Google account ${account}. If you connected it, there is nothing to do.`,
        'If this was not you, disconnect it in your profile, log out everywhere, and choose a new password.',
      ],
      action: { label: 'Open my profile', url },
    },
    he: {
      subject: 'חשבון Google חובר לחשבון שלך',
      paragraphs: [
        `מעכשיו אפשר להיכנס לחשבון Keyhour שלך עם חשבון Google ${account}. אם החיבור נעשה על ידך, אין צורך לעשות דבר.`,
        'אם לא, יש לנתק אותו בפרופיל, להתנתק מכל המכשירים ולבחור סיסמה חדשה.',
      ],
      action: { label: 'לפרופיל שלי', url },
    },
  })
}
