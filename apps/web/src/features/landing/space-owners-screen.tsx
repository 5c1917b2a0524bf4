import type { Language } from '@keyhour/contract/primitives'
import { ContactForm } from '#web/features/landing/contact-form.tsx'
import { town } from '#web/features/landing/drawings.ts'
import { Opening, Points } from '#web/features/landing/opening.tsx'
import type { WithTexts } from '#web/features/landing/texts.ts'

const POINTS = ['calendar', 'hours', 'orders', 'statements', 'figures', 'doors', 'guests', 'money'] as const

export const SpaceOwnersScreen = ({ t, language }: WithTexts & { language: Language }) => (
  <main id="main" tabIndex={-1}>
    <Opening title={t('owners.title')} text={t('owners.text')} picture={town} alt={t('owners.picture')}>
      <a className="button button-main button-large" href="#write">
        {t('owners.write')}
      </a>
      <a className="button button-large" href="/owner">
        {t('owners.signIn')}
      </a>
    </Opening>
    <Points
      title={t('owners.points')}
      points={POINTS.map((point) => ({ title: t(`owners.${point}.title`), text: t(`owners.${point}.text`) }))}
    />
    <section className="wide write" aria-labelledby="write-title">
      <h2 id="write-title">{t('owners.formTitle')}</h2>
      <p className="lead">{t('owners.formText')}</p>
      <ContactForm
        t={t}
        language={language}
        topic={t('owners.topic')}
        lines={[
          { name: 'place', label: t('owners.place') },
          { name: 'kind', label: t('owners.kind') },
        ]}
        message={t('owners.message')}
      />
    </section>
  </main>
)
