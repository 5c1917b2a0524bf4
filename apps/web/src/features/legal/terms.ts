import { GRACE_DAYS } from '@keyhour/contract/account-deletion'
import type { LegalDocument, LegalText } from '#web/features/legal/document.ts'

const english: LegalText = {
  title: 'Terms',
  description:
    'What you and Keyhour agree to when you book a workspace: prices, cancellation, doors, house rules and credits.',
  since: (date) => `In force since ${date}`,
  intro: [
    'Keyhour rents out workspaces by the hour or day on behalf of their owners. This page explains what you can expect from us, and what the offices and we expect from you.',
  ],
  short: {
    heading: 'In short',
    points: [
      'You commit only to what you book: no lease, no deposit, no minimum spend.',
      'You see the full price, including tax, before you book.',
      'You can cancel free of charge until 24 hours before the start, unless the office shows other terms before you book.',
      'The doors open for you during your booking. Leave the space as you found it.',
    ],
  },
  sections: [
    {
      heading: 'Your account',
      blocks: [
        'To book, you need an account with your own email address. Use your real name: office staff may ask for it. Keep your password secret. You are responsible for everything done with your account until you tell us that someone else has access to it.',
        'You must be at least 18 to book. If you book for a company, you confirm that you may act for it.',
      ],
    },
    {
      heading: 'Booking',
      blocks: [
        'The space is yours once we confirm the booking on the screen; we also send a confirmation by email. Two people can never book the same space for the same time.',
        [
          'Bookings start and end on the hour or half hour, in the local time of the office.',
          'While you decide, we hold the space for you for five minutes.',
          'If you start a visit without a booking, you pay until you check out, the office closes, or the next booking starts, whichever comes first.',
          'An office may close a space for repairs. We then cancel your booking and refund everything you paid.',
        ],
      ],
    },
    {
      heading: 'Price and payment',
      blocks: [
        'You pay the price shown when you book; it does not change afterwards. Prices include tax at the rate of the office, which is also shown separately. Weekly and monthly prices apply automatically where they are cheaper.',
        'Credits are used first: 1 credit = 1.00 in offices that charge in its currency. The rest is charged to your card, or remains due until you pay it. An office sets how many bookings you may leave unpaid there, usually one. Credits may expire, at the end of a day in UTC; your profile shows when, and we email you a week before. They cannot be exchanged for money.',
      ],
    },
    {
      heading: 'Cancelling',
      blocks: [
        [
          'Within 15 minutes of booking, or until 24 hours before the start: a full refund.',
          'After that, until the start: a refund of half the price.',
          'After the start: no refund.',
        ],
        'An office may set its own terms. We show them before you book, and your booking keeps them. Before you confirm a cancellation we show the refund, or what you still owe for a booking that you had not paid. Credits go back where they came from; if they have expired in the meantime, you can spend them for 30 more days.',
      ],
    },
    {
      heading: 'Doors and Wi-Fi',
      blocks: [
        'From 10 minutes before the start until the end, your booking shows the door buttons, the door codes and the Wi-Fi password. They are for you and your guests only. Every opening is recorded.',
        'If a door does not open, contact us or the office: we will let you in or refund your money.',
      ],
    },
    {
      heading: 'At the office',
      blocks: [
        [
          'Leave on time. Staying longer is charged at the usual price, and the next guest may be waiting.',
          'Do not bring more people than the space is meant for.',
          'Follow the house rules and the law. No smoking, no open flames, no weapons.',
          'Report damage immediately. You pay for damage that you or your guests cause.',
        ],
        'Anyone who endangers other people or the office may be asked to leave and may lose their account.',
      ],
    },
    {
      heading: 'Companies',
      blocks: [
        'A company can buy credits for its employees and limit how much each may spend. It sees when and where its credits are used, and it is responsible for what is booked with them.',
      ],
    },
    {
      heading: 'Owners of spaces',
      blocks: [
        'If you list a space, you confirm that you may rent it out, you describe it truthfully, and you keep it safe and ready for guests. Of the price of each booking, 30 percent is our commission and 70 percent goes to the owner. Owners set their own hours and prices, and honour every confirmed booking.',
      ],
    },
    {
      heading: 'Liability',
      blocks: [
        'We are responsible for our own service: that bookings, prices and doors work as described. Offices are responsible for their rooms. Neither is responsible for belongings you leave behind. Nothing here limits the rights that the law gives you as a consumer.',
      ],
    },
    {
      heading: 'Closing your account',
      blocks: [
        `You can [delete your account](/delete-account) at any time. It is removed after ${GRACE_DAYS} days, together with any unused credits. The [Privacy Policy](/privacy) explains what happens to your data.`,
        'When these terms change, we publish the new version here, and we email you before a change that affects you takes effect. Israeli law applies and Israeli courts have jurisdiction, unless the law of your own country protects you better.',
      ],
    },
    {
      heading: 'Questions',
      blocks: [
        'Write to {contact} or use the [contact page](/contact). A person will read your message and reply.',
      ],
    },
  ],
}

const hebrew: LegalText = {
  title: 'תנאי השימוש',
  description: 'על מה מסכימים כשמזמינים חלל עבודה ב־Keyhour: מחיר, ביטול, דלתות, שמירה על המקום וקרדיטים.',
  since: (date) => `בתוקף מאז ${date}`,
  intro: [
    'Keyhour משכירה חללי עבודה לפי שעה או יום, בשם בעלי החללים. הדף הזה מסביר למה אפשר לצפות מאיתנו, ולמה המשרדים ואנחנו מצפים ממך.',
  ],
  short: {
    heading: 'בקצרה',
    points: [
      'ההתחייבות היא רק למה שהוזמן: בלי חוזה שכירות, בלי פיקדון, בלי מינימום.',
      'כל המחיר, כולל המס, ידוע לפני שמזמינים.',
      'אפשר לבטל ללא תשלום עד 24 שעות לפני ההתחלה, אלא אם המשרד הציג תנאים אחרים לפני ההזמנה.',
      'הדלתות נפתחות לך בזמן ההזמנה. יש להשאיר את החלל כפי שהיה.',
    ],
  },
  sections: [
    {
      heading: 'החשבון שלך',
      blocks: [
        'כדי להזמין נחוץ חשבון עם כתובת אימייל שלך. יש למסור שם אמיתי: צוות המשרד רשאי לבקש אותו. את הסיסמה שומרים בסוד; מה שנעשה בחשבון נחשב כאילו נעשה על ידך, עד שמודיעים לנו שהוא בידי אדם אחר.',
        'אפשר להזמין מגיל 18. מי שמזמין בשם חברה מאשר שהוא מוסמך לפעול בשמה.',
      ],
    },
    {
      heading: 'הזמנה',
      blocks: [
        'החלל שמור לך מרגע שאישרנו את ההזמנה על המסך; אנחנו שולחים אישור גם באימייל. שני אנשים לעולם אינם יכולים להזמין את אותו חלל לאותו זמן.',
        [
          'הזמנות מתחילות ומסתיימות בשעה עגולה או בחצי שעה, לפי השעון המקומי של המשרד.',
          'בזמן ההתלבטות החלל נשמר לך חמש דקות.',
          'כשנכנסים ומתחילים ללא הזמנה מראש, התשלום הוא עד היציאה, עד סגירת המשרד או עד תחילת ההזמנה הבאה, המוקדם מביניהם.',
          'משרד רשאי לסגור חלל לצורך תיקונים. במקרה כזה אנחנו מבטלים את ההזמנה ומחזירים את כל מה ששולם.',
        ],
      ],
    },
    {
      heading: 'מחיר ותשלום',
      blocks: [
        'המחיר הוא זה שמוצג בעת ההזמנה, והוא אינו משתנה אחר כך. המחירים כוללים מס בשיעור שחל במשרד, והוא מוצג גם בנפרד. מחירי שבוע וחודש חלים אוטומטית כשהם זולים יותר.',
        'תחילה מנוצלים הקרדיטים: קרדיט אחד שווה 1.00 במשרדים שגובים במטבע שלו. היתרה מחויבת בכרטיס, או נשארת פתוחה עד לתשלום. כל משרד קובע כמה הזמנות אפשר להשאיר בו ללא תשלום, בדרך כלל אחת. תוקף הקרדיטים עשוי לפוג, בסוף יום לפי UTC; המועד מופיע בפרופיל, ואנחנו מודיעים באימייל שבוע לפני כן. אי אפשר להחליף אותם בכסף.',
      ],
    },
    {
      heading: 'ביטול',
      blocks: [
        [
          'בתוך 15 דקות מההזמנה, ועד 24 שעות לפני ההתחלה: החזר מלא.',
          'לאחר מכן, עד ההתחלה: החזר של מחצית המחיר.',
          'אחרי ההתחלה: ללא החזר.',
        ],
        'משרד רשאי לקבוע תנאים משלו. הם מוצגים לפני ההזמנה, ונשארים תנאי ההזמנה. לפני אישור הביטול מוצג סכום ההחזר, או מה שעדיין יש לשלם על הזמנה שלא שולמה. קרדיטים חוזרים למקור שלהם; אם תוקפם פג בינתיים, אפשר לנצל אותם עוד 30 יום.',
      ],
    },
    {
      heading: 'דלתות ו־Wi-Fi',
      blocks: [
        'מ־10 דקות לפני ההתחלה ועד הסוף מופיעים בהזמנה הכפתורים והקודים של הדלתות וסיסמת ה־Wi-Fi. הם בשבילך ובשביל האורחים שלך; אין למסור אותם לאחרים. כל פתיחה נרשמת.',
        'אם דלת אינה נפתחת, אפשר לפנות אלינו או למשרד: נפתח את הדלת או נחזיר את הכסף.',
      ],
    },
    {
      heading: 'במשרד',
      blocks: [
        [
          'יש לצאת בזמן. הישארות מעבר לזמן מחויבת במחיר הרגיל, וייתכן שהאורחים הבאים כבר ממתינים.',
          'אין להביא יותר אנשים ממה שהחלל מיועד לו.',
          'יש לשמור על כללי המשרד ועל החוק. בלי עישון, בלי אש גלויה, בלי נשק.',
          'יש לדווח מיד על כל נזק. על נזק שנגרם על ידך או על ידי האורחים שלך משלמים.',
        ],
        'מי שמסכן אחרים או את המשרד עלול להתבקש לצאת, ועלול לאבד את החשבון.',
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
        'מי שמפרסם חלל מצהיר שמותר לו להשכיר אותו, מתאר אותו נכונה, ושומר שיהיה בטוח ומוכן. ממחיר כל הזמנה 30 אחוז הם העמלה שלנו ו־70 אחוז של בעלי החלל. השעות והמחירים בידי בעלי החלל; הזמנה שאושרה יש לכבד.',
      ],
    },
    {
      heading: 'אחריות',
      blocks: [
        'אנחנו אחראים לשירות שלנו: שההזמנות, המחירים והדלתות יפעלו כמתואר. המשרדים אחראים לחדרים שלהם. איש מאיתנו אינו אחראי לחפצים שנשכחו. דבר מכל זה אינו גורע מזכות שהחוק מעניק לך כצרכן.',
      ],
    },
    {
      heading: 'סגירת החשבון',
      blocks: [
        `אפשר [למחוק את החשבון](/delete-account) בכל עת. הוא נמחק כעבור ${GRACE_DAYS} ימים, יחד עם הקרדיטים שלא נוצלו. מה קורה למידע שלך מוסבר ב[מדיניות הפרטיות](/privacy).`,
        'כשהתנאים משתנים אנחנו מפרסמים כאן את הגרסה החדשה, ושולחים אימייל לפני ששינוי שנוגע לך נכנס לתוקף. חל הדין הישראלי, וסמכות השיפוט נתונה לבתי המשפט בישראל, אלא אם הדין במדינה שלך מגן עליך טוב יותר.',
      ],
    },
    {
      heading: 'שאלות',
      blocks: ['אפשר לכתוב אל {contact}, או ב[דף יצירת הקשר](/contact). אדם אמיתי יקרא ויענה.'],
    },
  ],
}

export const terms: LegalDocument = {
  path: '/terms',
  changed_on: '2026-11-15',
  texts: { en: english, he: hebrew },
}
