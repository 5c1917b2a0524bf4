import type { Language } from '@keyhour/contract/primitives'
import { ContactForm } from '#web/features/landing/contact-form.tsx'
import { Opening, Points } from '#web/features/landing/opening.tsx'
import type { WithTexts } from '#web/features/landing/texts.ts'
import { TYPE_PICTURES } from '#web/ui/type-pictures.ts'

const POINTS = ['credits', 'limits', 'figures', 'privacy'] as const
const STEPS = ['account', 'credits', 'invite'] as const

export const BusinessesScreen = ({ t, language }: WithTexts & { language: Language }) => (
  <main id="main" tabIndex={-1}>
    <Opening
      title={t('businesses.title')}
      text={t('businesses.text')}
      picture={TYPE_PICTURES.meeting_room.scene}
      alt={t('businesses.picture')}
    >
      <a className="button button-main button-large" href="/company/new">
        {t('businesses.start')}
      </a>
      <a className="button button-large" href="#write">
        {t('businesses.write')}
      </a>
    </Opening>
    <Points
      title={t('businesses.points')}
      points={POINTS.map((point) => ({
        title: t(`businesses.${point}.title`),
        text: t(`businesses.${point}.text`),
      }))}
    />
    <section className="wide steps" aria-labelledby="steps-title">
      <h2 id="steps-title">{t('businesses.steps')}</h2>
      <ol>
        {STEPS.map((step) => (
          <li key={step}>{t(`businesses.step.${step}`)}</li>
        ))}
      </ol>
    </section>
    <section className="wide write" aria-labelledby="write-title">
      <h2 id="write-title">{t('businesses.formTitle')}</h2>
      <p className="lead">{t('businesses.formText')}</p>
      <ContactForm
        t={t}
        language={language}
        topic={t('businesses.topic')}
        lines={[
          { name: 'company', label: t('businesses.company') },
          { name: 'size', label: t('businesses.size'), type: 'number' },
        ]}
        message={t('businesses.message')}
      />
    </section>
  </main>
)
