import type { Language } from '@keyhour/contract/primitives'
import type { Letter } from '#server/features/mail/letter.ts'
import { momentInWords } from '#server/time/moment-in-words.ts'

type Answer = { text: string; question: { text: string; at: string } }

/** The words are those of the admin; only the frame is ours. */
export function answerLetter(language: Language, { text, question }: Answer): Letter {
  const at = momentInWords(language, question.at)
  const words = {
    en: { subject: 'Your message to Keyhour', intro: `You wrote on ${at}:` },
    he: { subject: 'הפנייה שלך ל-Keyhour', intro: `כתבת לנו ב${at}:` },
  }[language]
  return {
    subject: words.subject,
    paragraphs: text.split(/\n{2,}/),
    quote: { intro: words.intro, text: question.text },
  }
}
