import { GRACE_DAYS } from '@keyhour/contract/account-deletion'
import { LINK_HOURS } from '#server/features/account-deletion/rules.ts'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'
import { momentInWords } from '#server/time/moment-in-words.ts'

export function deletionLink(reader: Recipient, url: string): Letter {
  return letterTo(reader, {
    en: {
      subject: 'Confirm that you want to delete your account',
      paragraphs: [
        'We received a request to delete your Keyhour account. Nothing happens until you confirm it.',
        'When you do, your account is deactivated immediately. Your bookings are cancelled under their terms, and a visit in progress ends; the page behind the link lists each booking with its refund.',
        `For ${GRACE_DAYS} days you can still change your mind; after that your data is permanently deleted: email, username, ID or passport image, phone and card token. Your order history is anonymised, not deleted.`,
      ],
      action: { label: 'Review and confirm', url },
      footnote: `The link works for ${LINK_HOURS} hours. If you did not ask for this, ignore this email: your account stays as it is.`,
    },
    he: {
      subject: 'אישור מחיקת החשבון',
      paragraphs: [
        'התקבלה אצלנו בקשה למחוק את חשבון Keyhour שלך. עד לאישור הבקשה לא קורה דבר.',
        'מיד עם האישור החשבון מושבת. ההזמנות שלך מבוטלות לפי התנאים שלהן, וביקור שכבר התחיל מסתיים; בדף שבקישור מופיעה כל הזמנה עם הסכום שיוחזר לך.',
        `במשך ${GRACE_DAYS} ימים אפשר עוד להתחרט; לאחר מכן המידע נמחק לצמיתות: אימייל, שם משתמש, צילום תעודת הזהות או הדרכון, טלפון ואסימון כרטיס האשראי. היסטוריית ההזמנות נשמרת ללא פרטים מזהים, ואינה נמחקת.`,
      ],
      action: { label: 'לבדיקה ולאישור', url },
      footnote: `הקישור תקף ל־${LINK_HOURS} שעות. לא ביקשת את זה? אפשר להתעלם מההודעה: החשבון נשאר כפי שהוא.`,
    },
  })
}

type Deactivation = {
  purgeAfter: string
  url: string
  cancelled: number
  ended: number
}

export function deactivated(reader: Recipient, { purgeAfter, url, cancelled, ended }: Deactivation): Letter {
  const moment = momentInWords(reader.language, purgeAfter)
  return letterTo(reader, {
    en: {
      subject: 'Your account is deactivated',
      paragraphs: [
        'As you asked, your Keyhour account is deactivated, and you are signed out on all devices.',
        ...(ended > 0 ? ['The visit in progress has ended.'] : []),
        ...(cancelled > 0
          ? [
              cancelled === 1
                ? 'Your upcoming booking is cancelled under its terms; a separate email tells you what is refunded. It stays cancelled even if you keep your account.'
                : `Your ${cancelled} upcoming bookings are cancelled under their terms; a separate email for each tells you what is refunded. They stay cancelled even if you keep your account.`,
            ]
          : []),
        `Your data will be permanently deleted on ${moment}, along with any credits you have left. Until then, one click brings your account back, with your credits, past orders and offices.`,
      ],
      action: { label: 'Keep my account', url },
      footnote:
        'If you did not ask for this, keep your account with the button above, and choose a new password.',
    },
    he: {
      subject: 'החשבון הושבת',
      paragraphs: [
        'לבקשתך, חשבון Keyhour שלך הושבת, ונותקת ממנו בכל המכשירים.',
        ...(ended > 0 ? ['הביקור שהתקיים הסתיים.'] : []),
        ...(cancelled > 0
          ? [
              `${cancelled === 1 ? 'ההזמנה העתידית שלך בוטלה' : `${cancelled} ההזמנות העתידיות שלך בוטלו`} לפי התנאים; על כל הזמנה נשלחת הודעה עם הסכום שיוחזר. הן נשארות מבוטלות גם אם החשבון יישמר.`,
            ]
          : []),
        `המידע יימחק לצמיתות ב${moment}, ואיתו הקרדיטים שנותרו. עד אז די בלחיצה אחת כדי לקבל את החשבון בחזרה, עם הקרדיטים, ההזמנות הקודמות והמשרדים שלך.`,
      ],
      action: { label: 'שמירת החשבון שלי', url },
      footnote: 'לא ביקשת את זה? יש לשמור את החשבון בכפתור שלמעלה, ולבחור סיסמה חדשה.',
    },
  })
}

export function alreadyRunning(reader: Recipient, purgeAfter: string, url: string): Letter {
  const moment = momentInWords(reader.language, purgeAfter)
  return letterTo(reader, {
    en: {
      subject: 'Your account is already being deleted',
      paragraphs: [
        'We received another request to delete your Keyhour account. It is already deactivated; there is nothing more to do.',
        `Your data will be permanently deleted on ${moment}. Until then you can still keep your account.`,
      ],
      action: { label: 'Keep my account', url },
    },
    he: {
      subject: 'מחיקת החשבון כבר בעיצומה',
      paragraphs: [
        'התקבלה אצלנו שוב בקשה למחוק את חשבון Keyhour שלך. החשבון כבר מושבת, ואין צורך לעשות דבר נוסף.',
        `המידע יימחק לצמיתות ב${moment}. עד אז אפשר עוד לשמור את החשבון.`,
      ],
      action: { label: 'שמירת החשבון שלי', url },
    },
  })
}

export function kept(reader: Recipient, cancelled: number, url: string): Letter {
  return letterTo(reader, {
    en: {
      subject: 'Your account is kept',
      paragraphs: [
        'Your account will not be deleted, and none of your data was lost.',
        ...(cancelled > 0
          ? [
              'Bookings that were cancelled when the account was deactivated stay cancelled. If you still need them, please book again.',
            ]
          : []),
        'You can sign in as before. We are glad you are staying.',
      ],
      action: { label: 'Sign in', url },
    },
    he: {
      subject: 'החשבון נשמר',
      paragraphs: [
        'מחיקת החשבון בוטלה, ושום מידע שלך לא נמחק.',
        ...(cancelled > 0
          ? ['ההזמנות שבוטלו כשהחשבון הושבת נשארות מבוטלות. אם הן עדיין נחוצות, אפשר להזמין שוב.']
          : []),
        'אפשר להיכנס כרגיל. טוב שנשארת איתנו.',
      ],
      action: { label: 'כניסה לחשבון', url },
    },
  })
}

/** An admin closed the account before, and undoing does not reopen it. */
export function keptButClosed(reader: Recipient, contactEmail: string): Letter {
  return letterTo(reader, {
    en: {
      subject: 'Your data is kept',
      paragraphs: [
        'Your data will not be deleted, and nothing was lost.',
        `An admin had already closed your account, so you cannot sign in for now. To reopen it, write to ${contactEmail}.`,
      ],
    },
    he: {
      subject: 'המידע שלך נשמר',
      paragraphs: [
        'מחיקת המידע בוטלה, ושום דבר לא נמחק.',
        `החשבון נסגר קודם לכן בידי מנהלי המערכת, ולכן אי אפשר להיכנס אליו כרגע. כדי לפתוח אותו מחדש אפשר לכתוב אל ${contactEmail}.`,
      ],
    },
  })
}
