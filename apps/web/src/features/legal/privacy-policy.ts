import { GRACE_DAYS } from '@keyhour/contract/account-deletion'
import type { LegalDocument, LegalText } from '#web/features/legal/document.ts'

const english: LegalText = {
  title: 'Privacy Policy',
  description:
    'What Keyhour knows about you, why, who sees it, how long we keep it, and how to have it deleted.',
  since: (date) => `In force since ${date}`,
  intro: [
    'Keyhour rents out workspaces by the hour or day and opens the door for you. For that, we need some information about you. This page explains what we know, why, who sees it, and how to have it deleted.',
  ],
  short: {
    heading: 'In short',
    points: [
      'We keep what your bookings require, and nothing for advertising.',
      'We do not sell your data, and we let nobody track you.',
      'Your ID photo is encrypted, and every view of it is logged.',
      `You can download everything we know about you. You can also delete your account: it is removed after ${GRACE_DAYS} days.`,
    ],
  },
  sections: [
    {
      heading: 'What we keep, and why',
      blocks: [
        [
          '**Your account:** name, email address, language, and a phone number if you give us one, so that you can sign in and we can reach you about a booking. We keep only a hash of your password; nobody can read the password from it.',
          '**Google sign-in:** if you use it, Google tells us your name, your email address and the identifier of your Google account. We get nothing else from Google, and never your Google password.',
          '**A photo of your ID or passport:** if you add one, so that office staff can check that the person at the door is the person who booked.',
          '**Your bookings:** where, when, for how long, at what price, whether they repeat, whether you came, and any note you wrote, so that we can keep the space for you.',
          '**Times you wait for:** which space and when, so that we can hold it for you when it becomes free.',
          '**Notifications:** if you turn them on, the address at which your browser can be reached, and which kinds you turned off.',
          '**Doors you open:** which one, when, and for which booking, to keep everyone in the office safe.',
          '**Payments and credits:** what you paid, and which credits you bought, received and spent. We never see card numbers: our payment processor keeps them and gives us a token that only we can use. We store it encrypted.',
          '**Your company:** if you use its credits, that you belong to it, how much you may spend, and what you booked with them. Of a company itself: its name, billing address and tax ID, for receipts.',
          '**Messages to us:** the message, its files and your address, so that we can reply.',
          '**Records of activity:** what admins and staff did to accounts, orders and payments, and who viewed an ID photo. We also count sign-in attempts, under names that cannot be traced back, so that nobody can guess passwords.',
        ],
        'We keep this because we need it to provide what you book, because the law requires us to keep accounts, or to protect you, the offices and ourselves from misuse. For the ID photo, Google sign-in and notifications we rely on your consent: you choose them yourself and can take them back at any time.',
      ],
    },
    {
      heading: 'Your ID photo',
      blocks: [
        'Before we store the photo, we remove everything the camera wrote into it, such as where it was taken. Then we encrypt it. Only these people can see it:',
        [
          'you,',
          'managers and owners of an office, while you have a booking in progress there,',
          'Keyhour admins, when something has to be checked.',
        ],
        'We log every view of it, with who and when; the file you can download lists them all. You can replace or remove the photo on your profile at any time.',
      ],
    },
    {
      heading: 'Who else receives your data',
      blocks: [
        'We share your data only where a service you use requires it: with the company that processes card payments, with the one that delivers our email, and with Google if you sign in with it. They may use it for that purpose only. If you turn on notifications, they travel through the service of your browser’s maker. It learns when your device gets one, but cannot read it.',
        'Offices see who visits them and when, because you are their guest. A company sees what you book with its credits, and nothing else you do. In calendars that an office has connected, a booking has a number and no name. We give data to authorities only where the law requires it.',
      ],
    },
    {
      heading: 'How long we keep it',
      blocks: [
        [
          'Your account and everything in it: until you delete it.',
          'A sign-up with an unconfirmed address: at most nine days.',
          'An unconfirmed request to delete an account: 30 days.',
          'The address of a device for notifications: until you turn them off or log out there.',
          'Counts of sign-in attempts: 31 days.',
          'Orders and payments: as long as bookkeeping law requires. Once your account is deleted, they no longer show who you were.',
        ],
      ],
    },
    {
      heading: 'Deleting your account',
      blocks: [
        `You can request it on [this page](/delete-account). We email you a link; nothing happens until you use it. Then your account is deactivated immediately, you are signed out everywhere, and your bookings are cancelled under their terms. For ${GRACE_DAYS} days you can change your mind, with a link in a second email or by signing in.`,
        'After that your data is permanently deleted: email, username, ID or passport image, phone and card token, and your roles in offices and companies. Your order history is anonymised, not deleted: amounts and times stay, your name does not.',
      ],
    },
    {
      heading: 'Seeing and correcting your data',
      blocks: [
        'On [your profile](/profile) you can change your name and phone number, and download everything we know about you as one JSON file that other programs can read. It includes your ID photo, so keep it safe.',
        'You can also object to how we use your data, or ask us to restrict it. If you think we are doing something wrong, you can contact the privacy authority of your country; in Israel, that is the Privacy Protection Authority.',
      ],
    },
    {
      heading: 'Cookies and your browser’s storage',
      blocks: [
        'We use no cookies for advertising or statistics, so there is no cookie banner. Your browser stores for us:',
        [
          'the cookie `language`: English or Hebrew; for a year,',
          'the cookie `color_scheme`: light or dark; for a year,',
          'the cookie `device`: a random name for your browser, so that someone who guesses at your password cannot lock you out; for 30 days after you sign in,',
          'in local storage, `token`: that you are signed in; it ends after 12 hours or when you log out. If you signed in with Google, the address of that account is stored with it until you log out.',
          'also in local storage, until you log out: your current or next booking, with its door code and Wi-Fi once they have been shown, so that it opens without a connection; whether you turned notifications on or declined them; the office you viewed last and the column widths of tables; and, for a day, the page you wanted when you had to sign in first,',
          'in a cache: the program files of the app, so that it starts without a connection; until you delete the data of this site.',
        ],
        'Where you can sign in with Google, the button is loaded from Google. Google then sees that your browser requested it and may set its own cookies.',
      ],
    },
    {
      heading: 'How we protect it',
      blocks: [
        'The connection to your browser is encrypted. ID photos, card tokens, door codes and Wi-Fi passwords are also stored encrypted. Our logs show which page was requested and how long it took; they contain no names, no addresses and nothing you typed.',
      ],
    },
    {
      heading: 'Questions',
      blocks: ['Write to {contact}. A person will read your message and reply.'],
    },
  ],
}

const hebrew: LegalText = {
  title: 'מדיניות הפרטיות',
  description: 'מה Keyhour יודעת עליך, למה, מי רואה את זה, כמה זמן זה נשמר, ואיך מוחקים הכול.',
  since: (date) => `בתוקף מאז ${date}`,
  intro: [
    'Keyhour משכירה חללי עבודה לפי שעה או יום, ופותחת את הדלת כשמגיעה השעה. לשם כך אנחנו צריכים לדעת עליך כמה דברים. הדף הזה מסביר מה אנחנו יודעים, למה, מי רואה את זה, ואיך מוחקים הכול.',
  ],
  short: {
    heading: 'בקצרה',
    points: [
      'אנחנו שומרים את מה שנחוץ להזמנות שלך, ושום דבר לצורכי פרסום.',
      'אנחנו לא מוכרים את המידע שלך, ואיננו מאפשרים לאיש לעקוב אחריך.',
      'צילום תעודת הזהות מוצפן, וכל צפייה בו נרשמת.',
      `אפשר להוריד את כל מה שאנחנו יודעים עליך. אפשר גם למחוק את החשבון: הוא נמחק כעבור ${GRACE_DAYS} ימים.`,
    ],
  },
  sections: [
    {
      heading: 'מה אנחנו שומרים, ולמה',
      blocks: [
        [
          '**החשבון שלך:** שם, כתובת אימייל, שפה, ומספר טלפון אם מסרת אותו, כדי שאפשר יהיה להיכנס לחשבון, וכדי שנוכל ליצור קשר בעניין הזמנה. מהסיסמה אנחנו שומרים רק גיבוב, שאיש אינו יכול לקרוא ממנו את הסיסמה.',
          '**כניסה באמצעות Google:** אם בחרת בה, Google מוסרת לנו את שמך, את כתובתך ואת המזהה של חשבון ה־Google שלך. דבר מלבד זה איננו מקבלים מ־Google, ולעולם לא את סיסמת ה־Google שלך.',
          '**צילום של תעודת הזהות או הדרכון:** אם הוספת אותו, כדי שצוות המשרד יוכל לוודא שמי שעומד בדלת הוא מי שהזמין.',
          '**ההזמנות שלך:** איפה, מתי, לכמה זמן, באיזה מחיר, אם הן חלק מסדרת הזמנות, אם הגעת, וההערה שכתבת, אם כתבת, כדי שהחלל יישמר לך.',
          '**זמנים ברשימת ההמתנה שלך:** איזה חלל ומתי, כדי שנוכל לשמור אותו לך כשיתפנה.',
          '**התראות:** אם הפעלת אותן, הכתובת שבה אפשר להגיע לדפדפן שלך, ואילו סוגים כיבית.',
          '**דלתות שפתחת:** איזו, מתי ובאיזו הזמנה, כדי לשמור על הביטחון של כל מי שנמצא במשרד.',
          '**תשלומים וקרדיטים:** כמה שולם, ואילו קרדיטים קנית, קיבלת וניצלת. מספרי כרטיסים אינם מגיעים אלינו: חברת הסליקה שומרת אותם, ומוסרת לנו אסימון שרק אנחנו יכולים להשתמש בו. אנחנו שומרים אותו מוצפן.',
          '**החברה שלך:** אם נעשה שימוש בקרדיטים שלה, השיוך שלך אליה, כמה מותר לך לנצל, ומה הזמנת בהם. על החברה עצמה: שם, כתובת לחיוב ומספר עוסק, בשביל קבלות.',
          '**מה שכתבת לנו:** ההודעה, הקבצים שצורפו והכתובת שלך, כדי שנוכל לענות.',
          '**רישום פעולות:** מה עשו מנהלי המערכת והצוות בחשבונות, בהזמנות ובתשלומים, ומי צפה בצילום תעודה. אנחנו גם סופרים ניסיונות כניסה, בשמות שאי אפשר לשחזר, כדי שאיש לא יוכל לנחש סיסמאות.',
        ],
        'אנחנו שומרים את כל זה משום שהוא נחוץ כדי לספק את מה שהוזמן, משום שהחוק מחייב אותנו לנהל חשבונות, או כדי להגן עליך, על המשרדים ועל עצמנו מפני שימוש לרעה. צילום התעודה, הכניסה באמצעות Google וההתראות מבוססים על הסכמתך: הבחירה בהם היא שלך, ואפשר לחזור ממנה בכל עת.',
      ],
    },
    {
      heading: 'צילום התעודה',
      blocks: [
        'לפני השמירה אנחנו מסירים מהצילום את כל מה שהמצלמה הוסיפה לו, למשל המקום שבו צולם. לאחר מכן אנחנו מצפינים אותו. רק אלה יכולים לראות אותו:',
        [
          'בעל התעודה,',
          'מנהלים ובעלים של משרד, כל עוד יש לך בו הזמנה פעילה,',
          'מנהלי המערכת של Keyhour, כשיש צורך לבדוק משהו.',
        ],
        'אנחנו רושמים כל צפייה בו, מי צפה ומתי; הקובץ שאפשר להוריד מפרט את כולן. אפשר להחליף את הצילום או להסיר אותו בפרופיל בכל עת.',
      ],
    },
    {
      heading: 'מי עוד מקבל מידע',
      blocks: [
        'אנחנו מוסרים מידע לאחרים רק כשזה נחוץ למה שביקשת: לחברת הסליקה, למי שמעביר את הודעות האימייל שלנו, ול־Google אם נכנסים באמצעותה. מותר להם להשתמש בו לשם כך בלבד. התראות, אם הפעלת אותן, עוברות בשירות של יצרן הדפדפן. הוא יודע מתי התראה מגיעה למכשיר שלך, אבל אינו יכול לקרוא אותה.',
        'המשרדים רואים מי מבקר בהם ומתי, כי הביקור מתקיים אצלם. חברה רואה מה הזמנת בקרדיטים שלה, ושום דבר אחר. ביומנים שמשרד חיבר מופיעים מספר ההזמנה בלבד, בלי שם. לרשויות אנחנו מוסרים מידע רק כשהחוק מחייב אותנו.',
      ],
    },
    {
      heading: 'כמה זמן אנחנו שומרים',
      blocks: [
        [
          'החשבון וכל מה ששייך אליו: עד שמוחקים אותו.',
          'הרשמה שכתובתה לא אושרה: תשעה ימים לכל היותר.',
          'בקשה למחיקת חשבון שלא אושרה: 30 ימים.',
          'הכתובת של מכשיר שמקבל התראות: עד שמכבים אותן או מתנתקים בו מהחשבון.',
          'ספירת ניסיונות כניסה: 31 ימים.',
          'הזמנות ותשלומים: כל עוד חוקי הנהלת החשבונות דורשים. אחרי מחיקת החשבון כבר אי אפשר לדעת מהם של מי היו.',
        ],
      ],
    },
    {
      heading: 'מחיקת החשבון',
      blocks: [
        `את הבקשה מגישים [בדף הזה](/delete-account). אנחנו שולחים קישור לכתובת שלך; עד השימוש בו לא קורה דבר. אז החשבון מושבת מיד, מתבצעת התנתקות מכל המכשירים, וההזמנות שלך מבוטלות לפי התנאים שלהן. במשך ${GRACE_DAYS} ימים אפשר להתחרט, בקישור שבהודעה שנייה או בכניסה לחשבון.`,
        'לאחר מכן המידע נמחק לצמיתות: אימייל, שם משתמש, צילום תעודת הזהות או הדרכון, טלפון ואסימון כרטיס האשראי, וגם השיוך שלך למשרדים ולחברות. היסטוריית ההזמנות נשמרת ללא פרטים מזהים, ואינה נמחקת: הסכומים והזמנים נשארים, השם שלך לא.',
      ],
    },
    {
      heading: 'עיון במידע ותיקונו',
      blocks: [
        '[בפרופיל שלך](/profile) משנים את השם ואת הטלפון, ומורידים את כל מה שאנחנו יודעים עליך כקובץ JSON אחד, שגם תוכנות אחרות יודעות לקרוא. גם צילום התעודה נמצא בו, ולכן כדאי לשמור אותו במקום בטוח.',
        'אפשר גם להתנגד למה שאנחנו עושים במידע שלך, או לבקש מאיתנו להגביל אותו. ואם נראה לך שאנחנו טועים, אפשר לפנות לרשות להגנת הפרטיות בישראל, או לרשות המקבילה במדינה שלך.',
      ],
    },
    {
      heading: 'עוגיות והאחסון של הדפדפן',
      blocks: [
        'איננו משתמשים בעוגיות לפרסום או לסטטיסטיקה, ולכן אין כאן הודעת עוגיות. הדפדפן שלך שומר עבורנו:',
        [
          'את העוגייה `language`: אנגלית או עברית; למשך שנה,',
          'את העוגייה `color_scheme`: תצוגה בהירה או כהה; למשך שנה,',
          'את העוגייה `device`: שם אקראי לדפדפן, כדי שזרים שמנחשים את הסיסמה שלך לא יחסמו את הכניסה; למשך 30 ימים מהכניסה לחשבון,',
          'באחסון המקומי שלו את `token`: שהכניסה לחשבון בוצעה; הוא פג כעבור 12 שעות או ביציאה מהחשבון. אם הכניסה הייתה באמצעות Google, נשמרת לצידו כתובת החשבון ההוא עד ליציאה.',
          'גם באחסון המקומי, עד ליציאה מהחשבון: ההזמנה הנוכחית או הבאה שלך, עם קוד הדלת וה־Wi-Fi אחרי שהוצגו, כדי שתיפתח גם בלי חיבור; אם הפעלת התראות או דחית אותן; איזה משרד הוצג אחרון, ומה רוחב העמודות בטבלה; ולמשך יום, הדף שביקשת לפני שהיה צריך להיכנס לחשבון,',
          'במטמון: קובצי התוכנה של האפליקציה, כדי שתיפתח בלי חיבור; עד שמוחקים את נתוני האתר.',
        ],
        'הכפתור לכניסה באמצעות Google מגיע מ־Google, ורק היכן שאפשר להיכנס באמצעותו. Google רואה אז שהדפדפן ביקש אותו, ועשויה לשמור עוגיות משלה.',
      ],
    },
    {
      heading: 'איך אנחנו מגינים על המידע',
      blocks: [
        'החיבור לדפדפן שלך מוצפן. צילומי תעודות, אסימוני כרטיסים, קודים של דלתות וסיסמאות Wi-Fi מוצפנים גם במקום שבו אנחנו מאחסנים אותם. ביומני השרת רשום איזה דף התבקש וכמה זמן זה לקח; אין בהם שמות, כתובות או דבר ממה שהוקלד.',
      ],
    },
    {
      heading: 'שאלות',
      blocks: ['אפשר לכתוב אל {contact}. אדם אמיתי יקרא ויענה.'],
    },
  ],
}

export const privacyPolicy: LegalDocument = {
  path: '/privacy',
  changed_on: '2026-11-19',
  texts: { en: english, he: hebrew },
}
