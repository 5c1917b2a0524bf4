import { hole } from '@keyhour/contract/finished-pages'
import type { Language } from '@keyhour/contract/primitives'
import { ContactForm } from '#web/features/landing/contact-form.tsx'
import type { WithTexts } from '#web/features/landing/texts.ts'

export const ContactScreen = ({ t, language }: WithTexts & { language: Language }) => (
  <main id="main" tabIndex={-1} className="wide contact">
    <section className="write">
      <h1>{t('contact.title')}</h1>
      <p className="lead">{t('contact.text')}</p>
      <ContactForm t={t} language={language} message={t('contact.message')} />
    </section>
    <aside className="card" aria-labelledby="other-title">
      <h2 id="other-title">{t('contact.other')}</h2>
      <dl>
        <dt>{t('contact.mail')}</dt>
        <dd>
          <a href={`mailto:${hole('CONTACT_EMAIL')}`}>{hole('CONTACT_EMAIL')}</a>
        </dd>
      </dl>
      <ul>
        <li>
          <a href="/for-businesses">{t('contact.businesses')}</a>
        </li>
        <li>
          <a href="/space-owners">{t('contact.owners')}</a>
        </li>
        <li>
          <a href="/#faq">{t('contact.faq')}</a>
        </li>
      </ul>
    </aside>
  </main>
)
