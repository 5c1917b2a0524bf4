import { GRACE_DAYS } from '@keyhour/contract/account-deletion'
import { OFFER_MINUTES } from '@keyhour/contract/waiting-list'
import type { LegalDocument, LegalText } from '#web/features/legal/document.ts'

const english: LegalText = {
  title: 'Terms',
  description:
    'What you and Keyhour agree to when you book a workspace: prices, cancellation, waiting lists, doors, house rules and credits.',
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
      'Some offices release a booking that nobody comes to. Such an office says so before you book, and we warn you first.',
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
      heading: 'Series',
      blocks: [
        'You can book a series, such as every Monday for up to a year ahead. Before you book we list every date with its price, and show what else is free where a date is taken. Then all the dates you chose are booked together, or none. Each is a booking of its own, on its own terms: you can move or cancel one, that one and those after it, or all that are still to come. A series is paid with credits; what an office lets you leave unpaid can be paid later, date by date.',
      ],
    },
    {
      heading: 'Waiting lists',
      blocks: [
        `If a time is taken, you can join its waiting list. It costs nothing and promises nothing. When the time becomes free, we hold it for the first in line for ${OFFER_MINUTES} minutes, or for as long as it can still be booked if that is less, and tell them by email. You still have to book it. If you do not, the hold ends, you lose your place, and the next in line gets it.`,
      ],
    },
    {
      heading: 'Price and payment',
      blocks: [
        'You pay the price shown when you book; it does not change afterwards. Prices include tax at the rate of the office, which is also shown separately. Weekly and monthly prices apply automatically where they are cheaper.',
        'Credits are used first: 1 credit = 1.00 in offices that charge in its currency. The rest is charged to your card, or remains due until you pay it. An office sets how many bookings you may leave unpaid there, usually one. Credits may expire, at the end of a day in UTC; your profile shows when, and we email you a week before. They cannot be exchanged for money.',
        'If you pay by card, the space is reserved while you pay, for 15 minutes. Without a payment the booking ends there, and you owe nothing. Your bank first only reserves the money. We charge it when cancelling stops being free, or a few days after you book if that comes first. The receipt comes by email. You can save a card to pay with it later, and remove it on your profile.',
        'Credits are sold in packs, for the price shown. If you buy them by bank transfer, they arrive when your money does.',
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
      heading: 'If nobody comes',
      blocks: [
        'An office may release a booking that nobody has come to, so that others can use the space. It sets how many minutes you have and what it then costs: either the same as a late cancellation, or the full price. We show this before you book, in the email about the booking and on its page, and your booking keeps it. Without such a rule, a booking is yours until its end. So is one of more than a day.',
        'We warn you first, by email and, if you turned them on, with a notification, and say until when you have. Opening a door or checking in counts as coming, whether you do it or the staff for you, on the booking page or at a screen by the door. A door code alone does not count, because the lock does not tell us. We do not release a booking while a door of its space fails or its door code could not be set up.',
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
        'A company buys credits, by card or bank transfer, and shares them with the people it invites. It may limit how much each person may spend in a month. Company credits pay for a booking wholly or not at all, and refunds go back to the company.',
        'The company sees who books what with its credits, when, where and at what price. Its managers can cancel those bookings, and the company is responsible for them. It does not see what you book for yourself. If you leave it, bookings that its credits paid for stay.',
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
  description:
    'על מה מסכימים כשמזמינים חלל עבודה ב־Keyhour: מחיר, ביטול, רשימות המתנה, דלתות, שמירה על המקום וקרדיטים.',
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
      'יש משרדים שמשחררים הזמנה שאיש לא הגיע אליה. משרד כזה אומר זאת לפני ההזמנה, ואנחנו מזהירים קודם.',
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
      heading: 'סדרת הזמנות',
      blocks: [
        'אפשר להזמין סדרת הזמנות, למשל בכל יום שני, עד שנה מראש. לפני ההזמנה מוצגים כל המועדים עם המחיר של כל אחד, ומה פנוי במקומם אם מועד תפוס. אחר כך כל המועדים שבחרת מוזמנים יחד, או אף אחד מהם. כל מועד הוא הזמנה בפני עצמה, עם התנאים שלה: אפשר להזיז או לבטל אחת, אותה ואת הבאות אחריה, או את כל מה שעוד לפניך. על סדרת הזמנות משלמים בקרדיטים; מה שהמשרד מתיר להשאיר ללא תשלום אפשר לשלם מאוחר יותר, כל מועד לחוד.',
      ],
    },
    {
      heading: 'רשימת המתנה',
      blocks: [
        `אם הזמן תפוס, אפשר להצטרף לרשימת ההמתנה שלו. זה אינו עולה דבר ואינו מבטיח דבר. כשהזמן מתפנה, אנחנו שומרים אותו לראש התור במשך ${OFFER_MINUTES} דקות, או כל עוד אפשר להזמין אותו אם נותר פחות, ומודיעים באימייל. עדיין צריך להזמין. בלי הזמנה השמירה מסתיימת, המקום בתור אובד, והזמן עובר לבא בתור.`,
      ],
    },
    {
      heading: 'מחיר ותשלום',
      blocks: [
        'המחיר הוא זה שמוצג בעת ההזמנה, והוא אינו משתנה אחר כך. המחירים כוללים מס בשיעור שחל במשרד, והוא מוצג גם בנפרד. מחירי שבוע וחודש חלים אוטומטית כשהם זולים יותר.',
        'תחילה מנוצלים הקרדיטים: קרדיט אחד שווה 1.00 במשרדים שגובים במטבע שלו. היתרה מחויבת בכרטיס, או נשארת פתוחה עד לתשלום. כל משרד קובע כמה הזמנות אפשר להשאיר בו ללא תשלום, בדרך כלל אחת. תוקף הקרדיטים עשוי לפוג, בסוף יום לפי UTC; המועד מופיע בפרופיל, ואנחנו מודיעים באימייל שבוע לפני כן. אי אפשר להחליף אותם בכסף.',
        'בתשלום בכרטיס, החלל שמור לך בזמן התשלום, למשך 15 דקות. בלי תשלום ההזמנה מסתיימת בכך, ואין חוב. תחילה הבנק רק משריין את הכסף. אנחנו גובים אותו כשהביטול כבר אינו חינם, או כמה ימים אחרי ההזמנה אם זה מוקדם יותר. הקבלה נשלחת באימייל. אפשר לשמור כרטיס לתשלומים הבאים, ולהסיר אותו בפרופיל.',
        'קרדיטים נמכרים בחבילות, במחיר המוצג. בקנייה בהעברה בנקאית הם מגיעים כשהכסף מגיע.',
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
      heading: 'אם איש לא מגיע',
      blocks: [
        'משרד רשאי לשחרר הזמנה שאיש לא הגיע אליה, כדי שאחרים יוכלו להשתמש בחלל. הוא קובע כמה דקות יש לך וכמה זה עולה אז: כמו ביטול מאוחר, או את מלוא המחיר. הכלל מוצג לפני ההזמנה, בהודעת האימייל על ההזמנה ובדף שלה, ונשאר בתוקף להזמנה שלך. בלי כלל כזה ההזמנה שלך עד סופה. כך גם הזמנה של יותר מיממה.',
        'אנחנו מזהירים קודם, באימייל ובהתראה אם הפעלת התראות, ואומרים עד מתי יש זמן. ההגעה נרשמת כשדלת נפתחת עבור ההזמנה שלך, על ידך או על ידי הצוות, או ברישום כניסה בדף ההזמנה או במסך שליד הדלת. קוד דלת לבדו אינו נחשב, כי המנעול אינו מדווח לנו. איננו משחררים הזמנה כל עוד יש תקלה בדלת של החלל, או אם לא הצלחנו להכניס את קוד הדלת שלה למנעול.',
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
        'חברה קונה קרדיטים, בכרטיס או בהעברה בנקאית, ומשתפת בהם את מי שהיא מזמינה להצטרף. היא רשאית לקבוע כמה כל אחד ינצל בחודש. קרדיטים של חברה משלמים על הזמנה במלואה או בכלל לא, וההחזרים חוזרים לחברה.',
        'החברה רואה מי הזמין בקרדיטים שלה, מה, מתי, היכן ובאיזה מחיר. מנהלי החברה רשאים לבטל את ההזמנות האלה, והחברה אחראית להן. מה שהזמנת באופן פרטי החברה אינה רואה. אם עזבת אותה, ההזמנות ששולמו בקרדיטים שלה נשארות.',
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
  changed_on: '2026-11-19',
  texts: { en: english, he: hebrew },
}
