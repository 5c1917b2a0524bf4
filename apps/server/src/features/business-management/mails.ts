import { INVITATION_DAYS } from '@keyhour/contract/businesses'
import { isolated } from '@keyhour/contract/direction'
import type { Language } from '@keyhour/contract/primitives'
import { type Letter, unlinked } from '#server/features/mail/letter.ts'

type Invitation = { company: string; inviter: string; url: string }

/** To somebody who may have no account, and so no name that we know. The names are words of a stranger. */
export function companyInvitation(language: Language, { url, ...names }: Invitation): Letter {
  const [company, inviter] = [names.company, names.inviter].map((name) => isolated(unlinked(name), language))
  const words: Record<Language, Letter> = {
    en: {
      subject: `${company} invites you to Keyhour`,
      greeting: 'Hello,',
      paragraphs: [
        `${inviter} invites you to book workspaces on ${company} credits.`,
        `The link works once, for ${INVITATION_DAYS} days.`,
      ],
      action: { label: 'See the invitation', url },
      footnote: 'Not sure why you got this? You can ignore it: nothing happens unless you accept.',
    },
    he: {
      subject: `${company}: הזמנה להצטרף ב־Keyhour`,
      greeting: 'שלום,',
      paragraphs: [
        `קיבלת מאת ${inviter} הצעה להזמין חללי עבודה בקרדיטים של ${company}.`,
        `הקישור תקף לשימוש אחד, במשך ${INVITATION_DAYS} ימים.`,
      ],
      action: { label: 'לצפייה בהזמנה', url },
      footnote: 'לא ידוע לך במה מדובר? אפשר להתעלם מההודעה: דבר לא יקרה בלי אישורך.',
    },
  }
  return words[language]
}
