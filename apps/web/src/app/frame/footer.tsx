import type { Language } from '@keyhour/contract/primitives'
import { IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { SocialLinks, StoreLinks } from '#web/app/frame/elsewhere.tsx'
import { addressIn, frameTexts } from '#web/app/frame/texts.ts'

const TYPES = ['office', 'open_space', 'meeting_room', 'lecture_room', 'clinics', 'podcast_room'] as const

type Props = { language: Language; search?: string }

export function Footer({ language, search = '' }: Props) {
  const t = frameTexts(language)
  return (
    <footer className="footer">
      <div className="footer-columns">
        <Column title={t('explore.title')}>
          <FooterLink href="/spaces">{t('explore.all')}</FooterLink>
          {TYPES.map((type) => (
            <FooterLink key={type} href={`/spaces?type=${type}`}>
              {t(`explore.${type}`)}
            </FooterLink>
          ))}
        </Column>
        <Column title={t('company.title')}>
          <FooterLink href="/for-businesses">{t('company.businesses')}</FooterLink>
          <FooterLink href="/space-owners">{t('company.owners')}</FooterLink>
          <FooterLink href="/contact">{t('company.contact')}</FooterLink>
        </Column>
        <Column title={t('support.title')}>
          <FooterLink href="/#how-it-works">{t('support.how')}</FooterLink>
          <FooterLink href="/#faq">{t('support.faq')}</FooterLink>
          <FooterLink href="/sign-in">{t('support.signIn')}</FooterLink>
          <FooterLink href="/delete-account">{t('support.deleteAccount')}</FooterLink>
        </Column>
        <Column title={t('community.title')}>
          <FooterLink href="/#people">{t('community.people')}</FooterLink>
          <FooterLink href="/#gallery">{t('community.gallery')}</FooterLink>
          <FooterLink href="/#download">{t('community.download')}</FooterLink>
        </Column>
        <div className="footer-elsewhere">
          <h2>{t('stores')}</h2>
          <StoreLinks language={language} />
          <h2>{t('social')}</h2>
          <SocialLinks language={language} />
        </div>
      </div>
      <div className="footer-end">
        <p>{t('slogan')}</p>
        <nav aria-label={t('legal')} className="footer-legal">
          <a href="/privacy">{t('privacy')}</a>
          <a href="/terms">{t('terms')}</a>
          <a href="/cookies">{t('cookies')}</a>
        </nav>
        <LanguageButton language={language} search={search} />
      </div>
    </footer>
  )
}

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <nav aria-label={title}>
    <h2>{title}</h2>
    <ul>{children}</ul>
  </nav>
)

const FooterLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <li>
    <a href={href}>{children}</a>
  </li>
)

/** Opens without scripts: its links are addresses of this page. */
function LanguageButton({ language, search }: Required<Props>) {
  const t = frameTexts(language)
  return (
    <>
      <button type="button" className="button language-button" popoverTarget="languages">
        <IconWorld aria-hidden size={18} />
        {t('thisLanguage')}
      </button>
      <div id="languages" className="languages" popover="auto" role="dialog" aria-label={t('chooseLanguage')}>
        {(['en', 'he'] as const).map((each) => (
          <a
            key={each}
            className="link"
            href={addressIn(each, search)}
            hrefLang={each}
            lang={each}
            data-language={each}
            aria-current={each === language ? 'true' : undefined}
          >
            {t(each === 'en' ? 'inEnglish' : 'inHebrew')}
          </a>
        ))}
      </div>
    </>
  )
}
