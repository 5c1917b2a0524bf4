import { GRACE_DAYS } from '@keyhour/contract/account-deletion'
import type { LegalDocument, LegalText } from '#server/features/legal/document.ts'

const english: LegalText = {
  title: 'Terms',
  description:
    'What you and Keyhour agree on when you book a workspace: price, cancelling, doors, care for the place, and credits.',
  since: (date) => `In force since ${date}`,
  intro: [
    'Keyhour lets workspaces by the hour or day, on behalf of the people who own them. This page says what you can count on, and what the places and we count on in turn.',
  ],
  short: {
    heading: 'In short',
    points: [
      'There is no contract beyond the booking itself: no lease, no deposit, no minimum.',
      'You see the whole price, tax included, before you book.',
      'You can cancel free of charge until 24 hours before the start, unless the place says otherwise before you book.',
      'The door opens for you, during your time. Leave the place as you found it.',
    ],
  },
  sections: [
    {
      heading: 'Your account',
      blocks: [
        'To book you need an account with an e-mail address that is yours. Give your real name: the staff of a place may ask for it. Keep your password to yourself; what is done with your account counts as done by you, until you tell us that somebody else has it.',
        'You have to be 18 or older to book. Somebody who books for a company may bind it.',
      ],
    },
    {
      heading: 'Booking',
      blocks: [
        'A space is yours once we have confirmed the booking on the screen; we also send it by mail. Two people can never book the same space for the same time.',
        [
          'Bookings begin and end on the hour or half hour, by the clock of the place.',
          'A space that you hold while you decide is kept for five minutes.',
          'Where you walk in and start on demand, the clock runs until you check out, until the place closes, or until the next booking begins, whichever comes first.',
          'A place may close a space for repairs. Then we cancel your booking, and you get back everything that you paid.',
        ],
      ],
    },
    {
      heading: 'Price and payment',
      blocks: [
        'The price is the one you see when you book, and it does not change afterwards. Value added tax of 18 percent is shown apart. Week and month prices apply by themselves where they are cheaper.',
        'Credits are used first: one credit pays 1.00 of price. What they do not cover is charged to your card, or stays open until you pay it. Credits may expire; your account shows when. They cannot be exchanged for money.',
      ],
    },
    {
      heading: 'Cancelling',
      blocks: [
        [
          'Within 15 minutes of booking, and until 24 hours before the start: everything comes back.',
          'After that, until the start: half of the price comes back.',
          'After the start: nothing comes back.',
        ],
        'A place may set terms of its own. They are shown before you book, and what you get back is shown before you confirm that you cancel. Credits go back to where they came from.',
      ],
    },
    {
      heading: 'Doors and Wi-Fi',
      blocks: [
        'From 10 minutes before the start until the end, your booking shows the buttons and codes for its doors and the Wi-Fi password. They are for you and your guests; do not pass them on to others. Each opening is written down.',
        'If a door does not open, write to us or use the contact of the place: we let you in or give the money back.',
      ],
    },
    {
      heading: 'In the place',
      blocks: [
        [
          'Be out at the end of your time. Staying longer costs what the space costs, and the next guest may be waiting.',
          'Bring no more people than the space is meant for.',
          'Keep to the house rules, and to the law. No smoking, no fire, no weapons.',
          'What you break, tell us at once. You pay for damage that you or your guests cause.',
        ],
        'Who endangers others or the place can be asked to leave, and can lose the account.',
      ],
    },
    {
      heading: 'Companies',
      blocks: [
        'A company may buy credits for its employees, and say how much each may spend. The company sees when and where its credits were used. It answers for what is booked with them.',
      ],
    },
    {
      heading: 'Owners of spaces',
      blocks: [
        'Who lists a space says that it is theirs to let, describes it truly, and keeps it safe and ready. Of the price of each booking, 30 percent are our commission and 70 percent are the owner’s. Hours and prices are the owner’s to set; a booking that has been confirmed is to be honoured.',
      ],
    },
    {
      heading: 'What we answer for',
      blocks: [
        'We answer for what we do ourselves: that bookings, prices and doors work as we say. The places answer for their rooms. Neither of us answers for things that you leave behind. Nothing here takes away a right that the law gives you as a consumer.',
      ],
    },
    {
      heading: 'Leaving',
      blocks: [
        `You can [delete your account](/delete-account) at any time; it is gone after ${GRACE_DAYS} days, and unused credits go with it. What we do with your data is in the [Privacy Policy](/privacy).`,
        'When these terms change we say so on this page, and write to you before a change that matters to you takes effect. The law of Israel applies, and its courts decide, unless the law of your own country protects you better.',
      ],
    },
    {
      heading: 'Questions',
      blocks: ['Write to {contact}, or on the [contact page](/contact). A person reads it and answers you.'],
    },
  ],
}

const hebrew: LegalText = {
  title: 'תנאי השימוש',
  description: 'על מה מסכימים כשמזמינים חלל עבודה ב-Keyhour: מחיר, ביטול, דלתות, שמירה על המקום וקרדיטים.',
  since: (date) => `בתוקף מאז ${date}`,
  intro: [
    'Keyhour משכירה חללי עבודה לפי שעה או יום, בשם מי שהחללים שלהם. בדף הזה כתוב על מה אפשר לסמוך, ועל מה המקומות ואנחנו סומכים בתמורה.',
  ],
  short: {
    heading: 'בקצרה',
    points: [
      'אין חוזה מעבר להזמנה עצמה: בלי שכירות, בלי פיקדון, בלי מינימום.',
      'כל המחיר, כולל המס, ידוע לפני שמזמינים.',
      'אפשר לבטל ללא תשלום עד 24 שעות לפני ההתחלה, אלא אם המקום הודיע אחרת לפני ההזמנה.',
      'הדלת נפתחת בזמן שלך. יש להשאיר את המקום כפי שהיה.',
    ],
  },
  sections: [
    {
      heading: 'החשבון שלך',
      blocks: [
        'כדי להזמין נחוץ חשבון עם כתובת דוא"ל שלך. יש למסור שם אמיתי: צוות המקום רשאי לשאול. את הסיסמה שומרים בסוד; מה שנעשה בחשבון נחשב כאילו נעשה על ידך, עד שמודיעים לנו שהוא בידי אדם אחר.',
        'ההזמנה מותרת מגיל 18. מי שמזמין בשם חברה מוסמך לחייב אותה.',
      ],
    },
    {
      heading: 'הזמנה',
      blocks: [
        'החלל שמור מרגע שאישרנו את ההזמנה על המסך; אנחנו שולחים אותה גם בדוא"ל. שני אנשים לעולם אינם יכולים להזמין את אותו חלל לאותו זמן.',
        [
          'הזמנות מתחילות ומסתיימות בשעה עגולה או בחצי שעה, לפי השעון של המקום.',
          'חלל שמוחזק בזמן ההתלבטות נשמר חמש דקות.',
          'כשנכנסים ומתחילים ללא הזמנה מראש, הזמן נספר עד היציאה, עד סגירת המקום או עד תחילת ההזמנה הבאה, המוקדם מביניהם.',
          'מקום רשאי לסגור חלל לצורך תיקון. אז אנחנו מבטלים את ההזמנה, וכל מה ששולם חוזר.',
        ],
      ],
    },
    {
      heading: 'מחיר ותשלום',
      blocks: [
        'המחיר הוא זה שמוצג בעת ההזמנה, והוא אינו משתנה אחר כך. מע"מ של 18 אחוז מוצג בנפרד. מחירי שבוע וחודש חלים מעצמם כשהם זולים יותר.',
        'תחילה מנוצלים הקרדיטים: קרדיט אחד משלם 1.00 מהמחיר. מה שאינם מכסים מחויב בכרטיס, או נשאר פתוח עד לתשלום. קרדיטים עשויים לפוג; בחשבון כתוב מתי. אי אפשר להחליף אותם בכסף.',
      ],
    },
    {
      heading: 'ביטול',
      blocks: [
        [
          'בתוך 15 דקות מההזמנה, ועד 24 שעות לפני ההתחלה: הכול חוזר.',
          'לאחר מכן, עד ההתחלה: חוזרת מחצית המחיר.',
          'אחרי ההתחלה: לא חוזר דבר.',
        ],
        'מקום רשאי לקבוע תנאים משלו. הם מוצגים לפני ההזמנה, ומה שחוזר מוצג לפני אישור הביטול. קרדיטים חוזרים לאן שבאו ממנו.',
      ],
    },
    {
      heading: 'דלתות ו-Wi-Fi',
      blocks: [
        'מ-10 דקות לפני ההתחלה ועד הסוף מופיעים בהזמנה הכפתורים והקודים של הדלתות וסיסמת ה-Wi-Fi. הם בשבילך ובשביל האורחים שלך; אין למסור אותם לאחרים. כל פתיחה נרשמת.',
        'אם דלת אינה נפתחת, כותבים לנו או פונים אל המקום: אנחנו פותחים או מחזירים את הכסף.',
      ],
    },
    {
      heading: 'במקום עצמו',
      blocks: [
        [
          'יוצאים בסוף הזמן. הישארות עולה כמו החלל, וייתכן שהאורחים הבאים כבר ממתינים.',
          'אין להביא יותר אנשים ממה שהחלל מיועד לו.',
          'יש לשמור על כללי המקום ועל החוק. בלי עישון, בלי אש, בלי נשק.',
          'על מה שנשבר מודיעים לנו מיד. על נזק שנגרם על ידך או על ידי האורחים שלך משלמים.',
        ],
        'מי שמסכן אחרים או את המקום עלול להתבקש לצאת, ועלול לאבד את החשבון.',
      ],
    },
    {
      heading: 'חברות',
      blocks: [
        'חברה יכולה לקנות קרדיטים לעובדים שלה, ולקבוע כמה כל אחד רשאי לנצל. היא רואה מתי והיכן נוצלו הקרדיטים שלה, ואחראית למה שהוזמן בהם.',
      ],
    },
    {
      heading: 'בעלי חללים',
      blocks: [
        'מי שמפרסם חלל מצהיר שמותר לו להשכיר אותו, מתאר אותו נכונה, ושומר שיהיה בטוח ומוכן. ממחיר כל הזמנה 30 אחוז הם העמלה שלנו ו-70 אחוז של בעלי החלל. השעות והמחירים בידי בעלי החלל; הזמנה שאושרה יש לכבד.',
      ],
    },
    {
      heading: 'במה אנחנו אחראים',
      blocks: [
        'אנחנו אחראים למה שאנחנו עושים: שההזמנות, המחירים והדלתות פועלים כפי שאמרנו. המקומות אחראים לחדרים שלהם. איש מאיתנו אינו אחראי לדברים שנשכחו. דבר מכל זה אינו גורע מזכות שהחוק מעניק לך כצרכן.',
      ],
    },
    {
      heading: 'עזיבה',
      blocks: [
        `אפשר [למחוק את החשבון](/delete-account) בכל עת; כעבור ${GRACE_DAYS} ימים הוא איננו, ואיתו הקרדיטים שלא נוצלו. מה אנחנו עושים במידע כתוב ב[מדיניות הפרטיות](/privacy).`,
        'כשהתנאים משתנים אנחנו אומרים זאת בדף הזה, וכותבים לך לפני ששינוי שנוגע לך נכנס לתוקף. חל הדין של מדינת ישראל ובתי המשפט שלה מכריעים, אלא אם הדין במדינה שלך מגן עליך טוב יותר.',
      ],
    },
    {
      heading: 'שאלות',
      blocks: ['אפשר לכתוב אל {contact}, או ב[דף יצירת הקשר](/contact). אדם קורא ועונה.'],
    },
  ],
}

export const terms: LegalDocument = {
  path: '/terms',
  changed_on: '2026-11-15',
  texts: { en: english, he: hebrew },
}
