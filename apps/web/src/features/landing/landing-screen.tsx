import heroDark from 'virtual:picture/hero-dark'
import heroLight from 'virtual:picture/hero-light'
import logo from 'virtual:picture/logo'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'

const CARDS = ['fit', 'start', 'transparency'] as const

/** Only the one that fits the colour scheme is fetched. */
const scene = { '--light': `url(${heroLight})`, '--dark': `url(${heroDark})` } as CSSProperties

/** Rendered at build time only; landing-main.ts makes its switches work. */
export function LandingScreen() {
  const { t } = useTranslation('landing')
  return (
    <>
      <a className="skip" href="#main">
        {t('skipToContent')}
      </a>
      <Navbar />
      <main id="main">
        <section className="hero">
          <div className="hero-words">
            <h1>{t('heroTitle')}</h1>
            <p>{t('heroText')}</p>
            <a className="button button-main" href="/dashboard">
              {t('openApp')}
            </a>
          </div>
          <div className="scene" role="img" aria-label={t('heroPicture')} style={scene} />
        </section>
        <section className="cards" id="how-it-works" aria-label={t('howItWorks')}>
          {CARDS.map((card) => (
            <article key={card} className="card">
              <h2>{t(`${card}.title`)}</h2>
              <p>{t(`${card}.text`)}</p>
              <a className="button" href="/dashboard">
                {t('book')}
              </a>
            </article>
          ))}
        </section>
      </main>
      <footer className="footer">
        <span>{t('name')}</span>
        <span>{t('rights')}</span>
      </footer>
    </>
  )
}

function Navbar() {
  const { t, i18n } = useTranslation('landing')
  return (
    <header className="navbar">
      <a className="brand" href="/" aria-label={t('home')}>
        <img src={logo} alt="" width={32} height={32} />
        <span>{t('name')}</span>
      </a>
      <nav className="links" aria-label={t('navigation')}>
        <a className="link" href="#how-it-works">
          {t('howItWorks')}
        </a>
        <button
          type="button"
          className="link"
          data-switch="language"
          lang={i18n.language === 'he' ? 'en' : 'he'}
        >
          {t('otherLanguage')}
        </button>
        <button type="button" className="link scheme" data-switch="scheme">
          <Moon label={t('toDark')} />
          <Sun label={t('toLight')} />
        </button>
        <a className="button" href="/sign-in">
          {t('signIn')}
        </a>
      </nav>
    </header>
  )
}

const Moon = ({ label }: { label: string }) => (
  <svg className="to-dark" role="img" aria-label={label} viewBox="0 0 24 24" width={20} height={20}>
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />
  </svg>
)

const Sun = ({ label }: { label: string }) => (
  <svg className="to-light" role="img" aria-label={label} viewBox="0 0 24 24" width={20} height={20}>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v3m0 14v3M2 12h3m14 0h3M5 5l2 2m10 10 2 2m0-14-2 2M7 17l-2 2" />
  </svg>
)
