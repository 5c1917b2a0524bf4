import { hole } from '@keyhour/contract/finished-pages'
import type { ReactNode } from 'react'
import { hero, phone, snapshots, work } from '#web/features/landing/drawings.ts'
import { Faq } from '#web/features/landing/faq.tsx'
import { Finder } from '#web/features/landing/finder.tsx'
import { Opening } from '#web/features/landing/opening.tsx'
import { Showcase } from '#web/features/landing/showcase.tsx'
import type { WithTexts } from '#web/features/landing/texts.ts'
import first from '#web/pictures/landing/portrait-first.webp'
import second from '#web/pictures/landing/portrait-second.webp'
import { Picture } from '#web/ui/picture.tsx'

const CARDS = ['fit', 'start', 'transparency'] as const
const REASONS = ['ready', 'near', 'demand'] as const
const TILES = ['desk', 'window', 'microphone', 'door'] as const
const TILE = '(max-width: 767px) 47vw, (max-width: 1328px) 23vw, 302px'
const PEOPLE = [
  { who: 'first', portrait: first },
  { who: 'second', portrait: second },
] as const

type Props = WithTexts & { stores: ReactNode; social: ReactNode }

/** Rendered at build time only; landing-main.ts adds behaviour. */
export const LandingScreen = ({ t, stores, social }: Props) => (
  <main id="main" tabIndex={-1}>
    <Hero t={t} />
    <Cards t={t} />
    <Reasons t={t} />
    <Showcase t={t} />
    <People t={t} />
    <section className="band" id="download" aria-labelledby="download-title">
      <div className="wide download">
        <div className="download-words">
          <h2 id="download-title">{t('download.title')}</h2>
          <p className="lead">{t('download.text')}</p>
          {stores}
        </div>
        <Picture of={phone} alt={t('download.picture')} />
      </div>
    </section>
    <section className="wide gallery" id="gallery" aria-labelledby="gallery-title">
      <div className="gallery-head">
        <div>
          <h2 id="gallery-title">{t('gallery.title')}</h2>
          <p className="lead">{t('gallery.text', { handle: `@${hole('SOCIAL_HANDLE')}` })}</p>
        </div>
        {social}
      </div>
      <ul className="tiles">
        {TILES.map((tile) => (
          <li key={tile}>
            <Picture of={snapshots[tile]} alt={t(`gallery.${tile}`)} sizes={TILE} />
          </li>
        ))}
      </ul>
    </section>
    <Faq t={t} />
  </main>
)

const Hero = ({ t }: WithTexts) => (
  <Opening
    title={t('hero.title')}
    text={t('hero.text')}
    picture={hero}
    alt={t('hero.picture')}
    form={<Finder t={t} />}
  >
    <a className="button button-large" href="#download">
      {t('hero.download')}
    </a>
    <a className="button button-large" href="/for-businesses">
      {t('hero.businesses')}
    </a>
  </Opening>
)

const Cards = ({ t }: WithTexts) => (
  <section className="wide cards" id="how-it-works" aria-label={t('cards.heading')}>
    {CARDS.map((card) => (
      <article key={card} className="card">
        <h2>{t(`cards.${card}.title`)}</h2>
        <p>{t(`cards.${card}.text`)}</p>
        <a className="button" href="/spaces">
          {t('book')}
        </a>
      </article>
    ))}
  </section>
)

const Reasons = ({ t }: WithTexts) => (
  <section className="band" aria-labelledby="reasons-title">
    <div className="wide reasons">
      <h2 id="reasons-title">{t('work.title')}</h2>
      <ul>
        {REASONS.map((reason) => (
          <li key={reason}>
            <Picture
              of={work[reason]}
              alt={t(`work.${reason}.picture`)}
              className="framed"
              sizes="(max-width: 767px) 94vw, (max-width: 1328px) 31vw, 405px"
            />
            <h3>{t(`work.${reason}.title`)}</h3>
            <p>{t(`work.${reason}.text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
)

const People = ({ t }: WithTexts) => (
  <section className="wide people" id="people" aria-labelledby="people-title">
    <h2 id="people-title">{t('people.title')}</h2>
    <div className="voices">
      {PEOPLE.map(({ who, portrait }) => (
        <figure key={who}>
          <img
            src={portrait}
            alt={t(`people.${who}.picture`)}
            width={480}
            height={600}
            loading="lazy"
            decoding="async"
          />
          <div>
            <blockquote>{t(`people.${who}.quote`)}</blockquote>
            <figcaption>
              <strong>{t(`people.${who}.name`)}</strong>
              <span>{t(`people.${who}.work`)}</span>
            </figcaption>
          </div>
        </figure>
      ))}
    </div>
  </section>
)
