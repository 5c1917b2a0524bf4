import { IconChevronDown } from '@tabler/icons-react'
import type { LandingTexts, WithTexts } from '#web/features/landing/texts.ts'

const QUESTIONS = ['contract', 'seconds', 'company', 'door', 'plans'] as const

/** `details` with one name close each other without scripts. */
export const Faq = ({ t }: WithTexts) => (
  <section className="wide faq" id="faq" aria-labelledby="faq-title">
    <h2 id="faq-title">{t('faq.title')}</h2>
    <div className="questions">
      {QUESTIONS.map((question) => (
        <details key={question} name="faq">
          <summary>
            <h3>{t(`faq.${question}.question`)}</h3>
            <IconChevronDown aria-hidden size={20} />
          </summary>
          <p>{t(`faq.${question}.answer`)}</p>
        </details>
      ))}
    </div>
  </section>
)

/** For search engines. */
export const faqData = (t: LandingTexts): object => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: QUESTIONS.map((question) => ({
    '@type': 'Question',
    name: t(`faq.${question}.question`),
    acceptedAnswer: { '@type': 'Answer', text: t(`faq.${question}.answer`) },
  })),
})
