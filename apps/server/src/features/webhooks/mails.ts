import { isolated } from '@keyhour/contract/direction'
import type { Webhook } from '@keyhour/contract/webhooks'
import { type Letter, letterTo, type Recipient } from '#server/features/mail/letter.ts'

type Off = { name: string; reason: NonNullable<Webhook['off_reason']> }

/** For admins. */
export function webhookIsOff(admin: Recipient, off: Off, publicUrl: string): Letter {
  const { reason } = off
  const name = isolated(off.name, admin.language)
  const url = `${publicUrl}/admin-webhooks`
  return letterTo(admin, {
    en: {
      subject: `The webhook “${name}” was switched off`,
      paragraphs: [
        {
          gone: 'Its server answered that this address no longer exists (410 Gone), so Keyhour no longer sends anything to it.',
          failing:
            'No delivery to it has succeeded for three days, so Keyhour no longer sends anything to it.',
        }[reason],
        'New events are not recorded for it while it is off. When its server works again, switch the webhook on; deliveries that were waiting are sent then.',
      ],
      action: { label: 'Open the webhooks', url },
    },
    he: {
      subject: `הוובהוק ״${name}״ כובה`,
      paragraphs: [
        {
          gone: 'השרת שלו השיב שהכתובת כבר לא קיימת (410 Gone), ולכן Keyhour לא שולחת אליו יותר דבר.',
          failing: 'במשך שלושה ימים אף משלוח אליו לא הצליח, ולכן Keyhour לא שולחת אליו יותר דבר.',
        }[reason],
        'כל עוד הוא כבוי, אירועים חדשים לא נרשמים עבורו. כשהשרת יחזור לפעול, יש להפעיל את הוובהוק מחדש; משלוחים שהמתינו יישלחו אז.',
      ],
      action: { label: 'למסך הוובהוקים', url },
    },
  })
}
