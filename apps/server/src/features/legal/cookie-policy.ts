import type { LegalDocument, LegalText } from '#server/features/legal/document.ts'

const english: LegalText = {
  title: 'Cookie Policy',
  description:
    'The three cookies that Keyhour sets, what else your browser keeps for it, and how to be rid of them.',
  since: (date) => `In force since ${date}`,
  intro: [
    'A cookie is a note that your browser keeps for a site. Keyhour uses three: two remember what you chose, and one keeps strangers from locking you out.',
  ],
  short: {
    heading: 'In short',
    points: [
      'Three cookies: your language, your colours, and that you have signed in with this browser before.',
      'None for advertising, none for statistics, none from others who would follow you.',
      'That is why there is no banner to click away.',
    ],
  },
  sections: [
    {
      heading: 'The cookies',
      blocks: [
        [
          '`language`: whether you read English or Hebrew. Set when you choose; kept for a year.',
          '`color_scheme`: whether you like it light or dark. Set when you choose; kept for a year.',
          '`device`: a random name for your browser. Set when you sign in; kept for 30 days. When somebody on the same network guesses at your password, you can still sign in with this browser.',
        ],
        'The first two hold one word, which says nothing about who you are. The server reads them to send you the right page at once. The third is sent only to us, no script can read it, and it is used for nothing else.',
      ],
    },
    {
      heading: 'What else your browser keeps',
      blocks: [
        'Other notes stay in your browser, in its local storage, and are not sent along with every page:',
        [
          '`token`: that you are signed in. It ends after 12 hours or when you log out. If you signed in with Google, the address of that account is kept beside it.',
          '`page-asked-for`: where you were going when you had to sign in first, such as a booking that you had begun; for a day.',
          'which office you looked at last, and how wide you made the columns of a table; until you log out.',
        ],
      ],
    },
    {
      heading: 'Cookies of others',
      blocks: [
        'The button for Google sign-in comes from Google, and only where you can sign in with it. Google then sees that your browser asked for it, and may set cookies of its own. Nothing else on our pages comes from others.',
      ],
    },
    {
      heading: 'Being rid of them',
      blocks: [
        'You can delete cookies and stored data in the settings of your browser at any time, and tell it to keep none. Keyhour goes on working: it then asks your browser which language you read, and your device whether it is dark. Without local storage you have to sign in each time.',
      ],
    },
    {
      heading: 'Questions',
      blocks: [
        'What we know about you otherwise is in the [Privacy Policy](/privacy). Or write to {contact}.',
      ],
    },
  ],
}

const hebrew: LegalText = {
  title: 'מדיניות העוגיות',
  description: 'שלוש העוגיות של Keyhour, מה עוד הדפדפן שומר בשבילה, ואיך נפטרים מהן.',
  since: (date) => `בתוקף מאז ${date}`,
  intro: [
    'עוגייה היא פתק שהדפדפן שומר בשביל אתר. Keyhour משתמשת בשלוש: שתיים זוכרות מה נבחר, ואחת דואגת שזרים לא יחסמו את הכניסה שלך.',
  ],
  short: {
    heading: 'בקצרה',
    points: [
      'שלוש עוגיות: השפה, הצבעים, וכניסה קודמת מהדפדפן הזה.',
      'אף אחת לפרסום, אף אחת לסטטיסטיקה, ואף אחת מאחרים שיעקבו אחריך.',
      'לכן אין גם הודעה שצריך לסגור.',
    ],
  },
  sections: [
    {
      heading: 'העוגיות',
      blocks: [
        [
          '`language`: אנגלית או עברית. נקבעת עם הבחירה; נשמרת שנה.',
          '`color_scheme`: תצוגה בהירה או כהה. נקבעת עם הבחירה; נשמרת שנה.',
          '`device`: שם אקראי לדפדפן. נקבעת בכניסה לחשבון; נשמרת 30 ימים. כשמישהו באותה רשת מנסה לנחש את הסיסמה שלך, עדיין אפשר להיכנס מהדפדפן הזה.',
        ],
        'בשתי הראשונות מילה אחת, שאינה מספרת דבר על מי שבחר. השרת קורא אותן כדי לשלוח מיד את הדף הנכון. השלישית נשלחת רק אלינו, שום סקריפט אינו יכול לקרוא אותה, והיא אינה משמשת לדבר אחר.',
      ],
    },
    {
      heading: 'מה עוד הדפדפן שומר',
      blocks: [
        'פתקים אחרים נשארים בדפדפן, באחסון המקומי שלו, ואינם נשלחים עם כל דף:',
        [
          '`token`: שהכניסה לחשבון בוצעה. הוא פג כעבור 12 שעות או ביציאה. אם הכניסה הייתה באמצעות Google, נשמרת לצידו כתובת החשבון ההוא.',
          '`page-asked-for`: לאן היו מועדות פניך כשהיה צריך להיכנס קודם לחשבון, למשל הזמנה שהתחילה; למשך יום.',
          'איזה משרד הוצג אחרון, ומה רוחב העמודות בטבלה; עד ליציאה מהחשבון.',
        ],
      ],
    },
    {
      heading: 'עוגיות של אחרים',
      blocks: [
        'הכפתור לכניסה באמצעות Google מגיע מ-Google, ורק היכן שאפשר להיכנס באמצעותו. Google רואה אז שהדפדפן ביקש אותו, ועשויה לשמור עוגיות משלה. שום דבר אחר בדפים שלנו אינו מגיע מאחרים.',
      ],
    },
    {
      heading: 'איך נפטרים מהן',
      blocks: [
        'אפשר למחוק עוגיות ומידע שמור בהגדרות הדפדפן בכל עת, ולבקש ממנו לא לשמור דבר. Keyhour ממשיכה לעבוד: היא שואלת אז את הדפדפן מהי השפה, ואת המכשיר אם התצוגה כהה. בלי אחסון מקומי צריך להיכנס לחשבון בכל פעם.',
      ],
    },
    {
      heading: 'שאלות',
      blocks: ['מה עוד אנחנו יודעים כתוב ב[מדיניות הפרטיות](/privacy). אפשר גם לכתוב אל {contact}.'],
    },
  ],
}

export const cookiePolicy: LegalDocument = {
  path: '/cookies',
  changed_on: '2026-11-15',
  texts: { en: english, he: hebrew },
}
