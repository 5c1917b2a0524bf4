import type { Language } from '@keyhour/contract/primitives'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'
import { momentInWords } from '#server/time/moment-in-words.ts'

type Answer = { text: string; question: { text: string; at: string } }

/** The words are those of the admin; only the frame is ours. */
export function answerLetter(language: Language, { text, question }: Answer): Letter {
  const at = momentInWords(language, question.at)
  const words = {
    en: { subject: 'Your message to Keyhour', intro: `You wrote on ${at}:` },
    he: { subject: 'הפנייה שלך ל־Keyhour', intro: `כתבת לנו ב${at}:` },
  }[language]
  return {
    subject: words.subject,
    paragraphs: text.split(/\n{2,}/),
    quote: { intro: words.intro, text: question.text },
  }
}

/** For the visitor. Anyone can enter any address, so a stranger may get it too. */
export function confirmation(language: Language, message: string, files: string[]): Letter {
  const text = files.length === 0 ? message : `${message}\n\n[${files.join(', ')}]`
  return {
    en: {
      subject: 'We have received your message',
      greeting: 'Hello,',
      paragraphs: [
        'Thank you for writing to us. A real person will read your message and reply to this address.',
      ],
      quote: { intro: 'This is what you wrote:', text },
      footnote:
        'If you did not write this, someone entered your address in our contact form. You do not need to do anything.',
    },
    he: {
      subject: 'קיבלנו את ההודעה שלך',
      greeting: 'שלום,',
      paragraphs: ['תודה שכתבת לנו. אדם אמיתי יקרא את ההודעה ויענה לכתובת הזו.'],
      quote: { intro: 'זה מה שכתבת:', text },
      footnote: 'אם לא כתבת את ההודעה, מישהו הזין את הכתובת שלך בטופס יצירת הקשר שלנו. אין צורך לעשות דבר.',
    },
  }[language]
}

/** For admins. */
export function newMessages(admin: Recipient, count: number, publicUrl: string): Letter {
  const url = `${publicUrl}/messages`
  return letterTo(admin, {
    en: {
      subject: count === 1 ? 'A new message from a visitor' : `${count} new messages from visitors`,
      paragraphs: [
        count === 1
          ? 'A visitor wrote to us, and nobody has read it yet.'
          : `${count} messages from visitors arrived, and nobody has read them yet.`,
      ],
      action: { label: 'Open the inbox', url },
      footnote: 'You get this email at most once every 15 minutes.',
    },
    he: {
      subject: count === 1 ? 'פנייה חדשה ממבקר' : `${count} פניות חדשות ממבקרים`,
      paragraphs: [
        count === 1
          ? 'הגיעה פנייה ממבקר, ואיש עוד לא קרא אותה.'
          : `הגיעו ${count} פניות ממבקרים, ואיש עוד לא קרא אותן.`,
      ],
      action: { label: 'לתיבת הפניות', url },
      footnote: 'ההודעה הזו נשלחת לכל היותר פעם ב־15 דקות.',
    },
  })
}
