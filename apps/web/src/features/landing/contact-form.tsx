import { hole } from '@keyhour/contract/finished-pages'
import type { Language } from '@keyhour/contract/primitives'
import { FileField } from '#web/features/landing/file-field.tsx'
import type { WithTexts } from '#web/features/landing/texts.ts'
import hebrew from '#web/texts/he/server.json'

/** The server's refusals of a message, translated here because this script loads no catalogue. */
const SENTENCES = [
  'Cannot be empty',
  'Should be a valid email!',
  'Too many attempts. Please wait a few minutes and try again.',
  'Something went wrong on our side.',
  'We cannot reach our database. Please try again in a moment.',
  'Files are not available right now. Please try again in a moment.',
  'The request is too large.',
  'Too many files are being uploaded at once. Please try again in a moment.',
  'The files are larger than 10 MB together. Please send fewer or smaller ones.',
  'This is neither a picture nor a PDF. Please choose a JPEG, PNG, WebP, AVIF or PDF file.',
  'This picture has too many pixels. Please make it smaller.',
  'This file is damaged and cannot be read. Please save it again or choose another one.',
  'This PDF is locked with a password. Please send one without.',
  'This PDF has more than 200 pages. Please send fewer.',
  'This PDF is too complex for us to check. Please send a simpler one, or pictures of its pages.',
  'Checking the files took too long. Please send fewer or smaller ones.',
  'We are checking many files right now. Please try again in a minute.',
] as const

export type ContactFormTexts = {
  language: Language
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
    language,
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
      <p className="form-office" hidden>
        <span>
          {t('form.about')} <bdi />
        </span>
        <button type="button">{t('form.aboutNone')}</button>
      </p>
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
      <FileField t={t} language={language} />
      <Trap t={t} />
      <progress className="form-progress" max={1} value={0} aria-label={t('form.sending')} hidden />
      <button type="submit" className="button button-main button-large" disabled>
        {t('form.send')}
      </button>
      <noscript>
        <p>{t('form.noScript', { email: hole('CONTACT_EMAIL') })}</p>
      </noscript>
    </form>
  )
}

/** People do not see or reach it. Password managers are asked to leave it alone. */
const Trap = ({ t }: WithTexts) => (
  <div className="form-trap" aria-hidden="true">
    <label htmlFor="website">{t('form.trap')}</label>
    <input id="website" name="website" tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
  </div>
)

function Field({ name, label, children }: { name: string; label: string; children: React.ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children}
      <p className="field-error" id={`${name}-error`} />
    </div>
  )
}
