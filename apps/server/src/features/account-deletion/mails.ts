import { GRACE_DAYS } from '@keyhour/contract/account-deletion'
import type { Language } from '@keyhour/contract/primitives'
import { LINK_HOURS } from '#server/features/account-deletion/rules.ts'
import type { Letter } from '#server/features/mail/letter.ts'
import { momentInWords } from '#server/time/moment-in-words.ts'

type Reader = { name: string; language: Language }

export function deletionLink({ name, language }: Reader, url: string): Letter {
  return {
    en: {
      subject: 'Confirm the deletion of your account',
      greeting: `Hello ${name},`,
      paragraphs: [
        'We were asked to delete your Keyhour account. Nothing happens until you confirm it.',
        'Once you do, your account is deactivated at once. What you have booked is then cancelled by its terms, and a visit that is under way ends; the page behind the link lists each booking with what you get back.',
        `For ${GRACE_DAYS} days you can still change your mind; after that your data is permanently deleted: email, username, ID or passport image, phone and card token. Your order history is anonymised, not deleted.`,
      ],
      action: { label: 'Confirm the deletion', url },
      footnote: `The link works for ${LINK_HOURS} hours. It was not you who asked? Then please ignore this mail: your account stays as it is.`,
    },
    he: {
      subject: 'אישור מחיקת החשבון',
      greeting: `שלום ${name},`,
      paragraphs: [
        'התקבלה אצלנו בקשה למחוק את חשבון Keyhour שלך. עד לאישור הבקשה לא קורה דבר.',
        'מיד עם האישור החשבון מושבת. ההזמנות שלך מבוטלות אז לפי התנאים שלהן, ושהות שכבר התחילה מסתיימת; בדף שבקישור מופיעה כל הזמנה עם הסכום שיוחזר לך.',
        `במשך ${GRACE_DAYS} ימים אפשר עוד להתחרט; לאחר מכן המידע נמחק לצמיתות: דוא"ל, שם משתמש, צילום תעודת הזהות או הדרכון, טלפון ואסימון כרטיס האשראי. היסטוריית ההזמנות נשמרת ללא פרטים מזהים, ואינה נמחקת.`,
      ],
      action: { label: 'אישור המחיקה', url },
      footnote: `הקישור תקף ל-${LINK_HOURS} שעות. הבקשה לא ממך? אפשר להתעלם מההודעה: החשבון נשאר כפי שהוא.`,
    },
  }[language]
}

type Deactivation = {
  purgeAfter: string
  url: string
  cancelled: number
  ended: number
}

export function deactivated(
  { name, language }: Reader,
  { purgeAfter, url, cancelled, ended }: Deactivation,
): Letter {
  const moment = momentInWords(language, purgeAfter)
  return {
    en: {
      subject: 'Your account is deactivated',
      greeting: `Hello ${name},`,
      paragraphs: [
        'As you asked, your Keyhour account is deactivated, and you are signed out on every device.',
        ...(ended > 0 ? ['The visit that was under way has ended.'] : []),
        ...(cancelled > 0
          ? [
              `${cancelled === 1 ? 'Your coming booking is' : `Your ${cancelled} coming bookings are`} cancelled by their terms; a mail for each says what you get back. They stay cancelled also if you keep your account.`,
            ]
          : []),
        `Your data will be permanently deleted on ${moment}, and with it the credits that you have left. Until then one click brings your account back, with your credits, your past orders and your offices.`,
      ],
      action: { label: 'Keep my account', url },
      footnote:
        'It was not you who asked? Then keep your account by the button above, and choose a new password.',
    },
    he: {
      subject: 'החשבון הושבת',
      greeting: `שלום ${name},`,
      paragraphs: [
        'לבקשתך, חשבון Keyhour שלך הושבת, ונותקת ממנו בכל המכשירים.',
        ...(ended > 0 ? ['השהות שהייתה בעיצומה הסתיימה.'] : []),
        ...(cancelled > 0
          ? [
              `${cancelled === 1 ? 'ההזמנה העתידית שלך בוטלה' : `${cancelled} ההזמנות העתידיות שלך בוטלו`} לפי התנאים; על כל הזמנה נשלחת הודעה עם הסכום שיוחזר. הן נשארות מבוטלות גם אם החשבון יישמר.`,
            ]
          : []),
        `המידע יימחק לצמיתות ב${moment}, ואיתו הקרדיטים שנותרו. עד אז די בלחיצה אחת כדי לקבל את החשבון בחזרה, עם הקרדיטים, ההזמנות הקודמות והמשרדים שלך.`,
      ],
      action: { label: 'לשמור את החשבון שלי', url },
      footnote: 'הבקשה לא ממך? כדאי לשמור את החשבון בכפתור שלמעלה, ולבחור סיסמה חדשה.',
    },
  }[language]
}

export function alreadyRunning({ name, language }: Reader, purgeAfter: string, url: string): Letter {
  const moment = momentInWords(language, purgeAfter)
  return {
    en: {
      subject: 'Your account is already being deleted',
      greeting: `Hello ${name},`,
      paragraphs: [
        'We were asked again to delete your Keyhour account. It is deactivated already; there is nothing more for you to do.',
        `Your data will be permanently deleted on ${moment}. Until then you can still keep your account.`,
      ],
      action: { label: 'Keep my account', url },
    },
    he: {
      subject: 'מחיקת החשבון כבר בעיצומה',
      greeting: `שלום ${name},`,
      paragraphs: [
        'התקבלה אצלנו שוב בקשה למחוק את חשבון Keyhour שלך. החשבון כבר מושבת, ואין צורך לעשות דבר נוסף.',
        `המידע יימחק לצמיתות ב${moment}. עד אז אפשר עוד לשמור את החשבון.`,
      ],
      action: { label: 'לשמור את החשבון שלי', url },
    },
  }[language]
}

export function kept({ name, language }: Reader, cancelled: number, url: string): Letter {
  return {
    en: {
      subject: 'Your account is kept',
      greeting: `Hello ${name},`,
      paragraphs: [
        'The deletion of your account is undone, and none of your data was deleted.',
        ...(cancelled > 0
          ? [
              'What you had booked was cancelled when the account was deactivated, and stays cancelled. If you still need it, please book again.',
            ]
          : []),
        'You can sign in as before. We are glad that you stay.',
      ],
      action: { label: 'Sign in', url },
    },
    he: {
      subject: 'החשבון נשמר',
      greeting: `שלום ${name},`,
      paragraphs: [
        'מחיקת החשבון בוטלה, ודבר מהמידע שלך לא נמחק.',
        ...(cancelled > 0
          ? ['ההזמנות שבוטלו כשהחשבון הושבת נשארות מבוטלות. אם הן עדיין נחוצות, אפשר להזמין שוב.']
          : []),
        'אפשר להיכנס כרגיל. טוב שנשארת איתנו.',
      ],
      action: { label: 'כניסה לחשבון', url },
    },
  }[language]
}

/** An admin closed the account before, and undoing does not reopen it. */
export function keptButClosed({ name, language }: Reader, contactEmail: string): Letter {
  return {
    en: {
      subject: 'Your data is kept',
      greeting: `Hello ${name},`,
      paragraphs: [
        'The deletion of your data is undone, and nothing was deleted.',
        `An admin had closed your account before, so you cannot sign in for now. To have it opened again, write to ${contactEmail}.`,
      ],
    },
    he: {
      subject: 'המידע שלך נשמר',
      greeting: `שלום ${name},`,
      paragraphs: [
        'מחיקת המידע בוטלה, ודבר לא נמחק.',
        `החשבון נסגר קודם לכן בידי מנהלי המערכת, ולכן אי אפשר להיכנס אליו כרגע. כדי לפתוח אותו מחדש אפשר לכתוב אל ${contactEmail}.`,
      ],
    },
  }[language]
}
