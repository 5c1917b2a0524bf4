import { hole } from '@keyhour/contract/finished-pages'
import type { Language } from '@keyhour/contract/primitives'
import type { WithTexts } from '#web/features/landing/texts.ts'
import hebrew from '#web/texts/he/server.json'

/** The server's refusals of a message, translated here because this script loads no catalogue. */
const SENTENCES = [
  'Cannot be empty',
  'Should be a valid email!',
  'Too many attempts. Please wait a few minutes and try again.',
  'Something went wrong on our side.',
] as const

export type ContactFormTexts = {
  sending: string
  /** `{email}` is replaced by the typed address. */
  sent: string
  failed: string
  unreachable: string
  sentences: Partial<Record<string, string>>
}

type Line = { name: string; label: string; type?: 'text' | 'number' }
type Props = WithTexts & {
  language: Language
  /** The first line of the message: where it was written. */
  topic?: string
  /** Each field becomes a line of the message. */
  lines?: Line[]
  message: string
}

/** start-contact-form.ts sends it; it cannot be sent before that script has loaded. */
export function ContactForm({ t, language, topic, lines = [], message }: Props) {
  const texts: ContactFormTexts = {
    sending: t('form.sending'),
    sent: t('form.sent', { email: '{email}' }),
    failed: t('form.failed'),
    unreachable: t('form.unreachable'),
    sentences:
      language === 'he' ? Object.fromEntries(SENTENCES.map((sentence) => [sentence, hebrew[sentence]])) : {},
  }
  return (
    <form
      id="write"
      className="form"
      method="post"
      noValidate
      data-contact={JSON.stringify(texts)}
      data-topic={topic}
    >
      <p className="form-failure" role="alert" />
      <Field name="email" label={t('form.email')}>
        <input id="email" name="email" type="email" autoComplete="email" dir="ltr" required />
      </Field>
      {lines.map(({ name, label, type = 'text' }) => (
        <Field key={name} name={name} label={label}>
          <input id={name} name={name} type={type} min={1} maxLength={200} data-line={label} />
        </Field>
      ))}
      <Field name="message" label={message}>
        <textarea id="message" name="message" rows={6} maxLength={9000} required />
      </Field>
      <button type="submit" className="button button-main button-large" disabled>
        {t('form.send')}
      </button>
      <noscript>
        <p>{t('form.noScript', { email: hole('CONTACT_EMAIL') })}</p>
      </noscript>
    </form>
  )
}

function Field({ name, label, children }: { name: string; label: string; children: React.ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children}
      <p className="field-error" id={`${name}-error`} />
    </div>
  )
}
