import type { Language } from '@keyhour/contract/primitives'
import { IconMenu2, IconMoon, IconSun, IconX } from '@tabler/icons-react'
import { addressIn, frameTexts } from '#web/app/frame/texts.ts'
import logo from '#web/pictures/logo.svg'

type Props = {
  language: Language
  /** The query of the page's address. */
  search?: string
}

/** Plain HTML: switches.ts adds behaviour, and the menu opens without scripts. */
export function PublicNavbar({ language, search = '' }: Props) {
  const t = frameTexts(language)
  return (
    <>
      <a className="skip" href="#main">
        {t('skipToContent')}
      </a>
      <header className="navbar">
        <a className="brand" href="/" aria-label={t('home')}>
          <img src={logo} alt="" width={32} height={32} fetchPriority="low" />
          <span>{t('name')}</span>
        </a>
        <nav id="menu" className="menu" popover="auto" aria-label={t('navigation')}>
          <button
            type="button"
            className="icon-button menu-close"
            popoverTarget="menu"
            popoverTargetAction="hide"
            aria-label={t('close')}
          >
            <IconX aria-hidden />
          </button>
          <a className="link" href="/spaces">
            {t('findSpace')}
          </a>
          <a className="link" href="/for-businesses">
            {t('forBusinesses')}
          </a>
          <a className="link" href="/#how-it-works">
            {t('howItWorks')}
          </a>
          <a className="link" href="/owner">
            {t('ownerLogin')}
          </a>
          <a className="link menu-sign-in" href="/sign-in" data-signed-out>
            {t('signIn')}
          </a>
          <LanguageLink language={language} search={search} className="link menu-language" />
        </nav>
        <div className="tools">
          <LanguageLink language={language} search={search} className="link other-language" />
          <button type="button" className="icon-button scheme" data-switch="scheme">
            <IconMoon className="to-dark" role="img" aria-label={t('toDark')} size={20} />
            <IconSun className="to-light" role="img" aria-label={t('toLight')} size={20} />
          </button>
          <a className="link sign-in" href="/sign-in" data-signed-out>
            {t('signIn')}
          </a>
          <a className="button" href="/sign-up" data-signed-in={t('dashboard')}>
            {t('signUp')}
          </a>
          <button type="button" className="icon-button menu-open" popoverTarget="menu" aria-label={t('menu')}>
            <IconMenu2 aria-hidden />
          </button>
        </div>
      </header>
    </>
  )
}

function LanguageLink({ language, search, className }: Required<Props> & { className: string }) {
  const other = language === 'he' ? 'en' : 'he'
  return (
    <a
      className={className}
      href={addressIn(other, search)}
      hrefLang={other}
      lang={other}
      data-language={other}
    >
      {frameTexts(language)('otherLanguage')}
    </a>
  )
}
