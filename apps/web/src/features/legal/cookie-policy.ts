import type { LegalDocument, LegalText } from '#web/features/legal/document.ts'

const english: LegalText = {
  title: 'Cookie Policy',
  description:
    'The three cookies that Keyhour sets, what else your browser stores for it, and how to remove them.',
  since: (date) => `In force since ${date}`,
  intro: [
    'A cookie is a short text that your browser stores for a site. Keyhour uses three: two remember your choices, and one keeps others from locking you out of your account.',
  ],
  short: {
    heading: 'In short',
    points: [
      'Three cookies: your language, light or dark, and that you have signed in with this browser before.',
      'None for advertising, none for statistics, none for tracking.',
      'That is why there is no cookie banner.',
    ],
  },
  sections: [
    {
      heading: 'The cookies',
      blocks: [
        [
          '`language`: English or Hebrew. Set when you choose; kept for a year.',
          '`color_scheme`: light or dark. Set when you choose; kept for a year.',
          '`device`: a random name for your browser. Set when you sign in; kept for 30 days. If someone on your network guesses at your password, you can still sign in with this browser.',
        ],
        'The first two hold a single word that says nothing about who you are; with them, the server can send you the right page straight away. The third is sent only to us, cannot be read by scripts, and is used for nothing else.',
      ],
    },
    {
      heading: 'What else your browser stores',
      blocks: [
        'The following stays in the local storage of your browser and is not sent with every request:',
        [
          '`token`: that you are signed in. It ends after 12 hours or when you log out. If you signed in with Google, the address of that account is stored with it.',
          '`page-asked-for`: the page you wanted when you had to sign in first, such as a booking you had started; for a day.',
          '`kept_booking`: your current or next booking, with its door code and Wi-Fi once they have been shown, so that it opens without a connection; until it ends or you log out.',
          '`push_of` and `push_declined`: whose notifications this device shows, and that you chose “Not now”; until you log out.',
          'the office you viewed last and the column widths of tables; until you log out.',
        ],
        'A cache holds the program files of the app, so that it starts without a connection. They say nothing about you.',
      ],
    },
    {
      heading: 'Cookies set by others',
      blocks: [
        'Where you can sign in with Google, the button is loaded from Google. Google then sees that your browser requested it and may set its own cookies. Nothing else on our pages comes from others.',
      ],
    },
    {
      heading: 'Removing them',
      blocks: [
        'You can delete or block cookies and stored data in the settings of your browser at any time. Keyhour still works: it then uses the language of your browser and the light or dark mode of your device. Without local storage you have to sign in each time.',
      ],
    },
    {
      heading: 'Questions',
      blocks: [
        'The [Privacy Policy](/privacy) explains what else we know about you. Questions? Write to {contact}.',
      ],
    },
  ],
}

const hebrew: LegalText = {
  title: 'מדיניות העוגיות',
  description: 'שלוש העוגיות של Keyhour, מה עוד הדפדפן שומר עבורה, ואיך מסירים אותן.',
  since: (date) => `בתוקף מאז ${date}`,
  intro: [
    'עוגייה היא טקסט קצר שהדפדפן שומר עבור אתר. Keyhour משתמשת בשלוש: שתיים זוכרות את הבחירות שלך, ואחת מונעת מאחרים לחסום את הכניסה לחשבון שלך.',
  ],
  short: {
    heading: 'בקצרה',
    points: [
      'שלוש עוגיות: השפה, תצוגה בהירה או כהה, וכניסה קודמת מהדפדפן הזה.',
      'אף אחת לפרסום, אף אחת לסטטיסטיקה ואף אחת למעקב.',
      'לכן אין כאן הודעת עוגיות.',
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
        'בשתי הראשונות יש מילה אחת בלבד, שאינה מגלה עליך דבר. בעזרתן השרת שולח מיד את הדף הנכון. השלישית נשלחת רק אלינו, שום סקריפט אינו יכול לקרוא אותה, והיא אינה משמשת לדבר אחר.',
      ],
    },
    {
      heading: 'מה עוד הדפדפן שומר',
      blocks: [
        'הפריטים הבאים נשארים באחסון המקומי של הדפדפן, ואינם נשלחים עם כל בקשה:',
        [
          '`token`: שהכניסה לחשבון בוצעה. הוא פג כעבור 12 שעות או ביציאה. אם הכניסה הייתה באמצעות Google, נשמרת לצידו כתובת החשבון ההוא.',
          '`page-asked-for`: הדף שביקשת לפני שהיה צריך להיכנס לחשבון, למשל הזמנה שהתחלת; למשך יום.',
          '`kept_booking`: ההזמנה הנוכחית או הבאה שלך, עם קוד הדלת וה־Wi-Fi אחרי שהוצגו, כדי שתיפתח גם בלי חיבור; עד שהיא מסתיימת או עד ליציאה מהחשבון.',
          '`push_of` ו־`push_declined`: של מי ההתראות במכשיר הזה, ושבחרת ״לא עכשיו״; עד ליציאה מהחשבון.',
          'איזה משרד הוצג אחרון, ומה רוחב העמודות בטבלה; עד ליציאה מהחשבון.',
        ],
        'במטמון נמצאים קובצי התוכנה של האפליקציה, כדי שתיפתח בלי חיבור. אין בהם דבר עליך.',
      ],
    },
    {
      heading: 'עוגיות של אחרים',
      blocks: [
        'הכפתור לכניסה באמצעות Google מגיע מ־Google, ורק היכן שאפשר להיכנס באמצעותו. Google רואה אז שהדפדפן ביקש אותו, ועשויה לשמור עוגיות משלה. שום דבר אחר בדפים שלנו אינו מגיע מאחרים.',
      ],
    },
    {
      heading: 'איך מסירים אותן',
      blocks: [
        'אפשר למחוק עוגיות ומידע שמור בהגדרות הדפדפן בכל עת, או לחסום אותם. Keyhour ממשיכה לעבוד: היא משתמשת אז בשפה של הדפדפן ובתצוגה הבהירה או הכהה של המכשיר. בלי אחסון מקומי צריך להיכנס לחשבון בכל פעם.',
      ],
    },
    {
      heading: 'שאלות',
      blocks: ['מה עוד אנחנו יודעים עליך מוסבר ב[מדיניות הפרטיות](/privacy). אפשר גם לכתוב אל {contact}.'],
    },
  ],
}

export const cookiePolicy: LegalDocument = {
  path: '/cookies',
  changed_on: '2026-11-19',
  texts: { en: english, he: hebrew },
}
