import { IconCheck, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { LandingTexts, WithTexts } from '#web/features/landing/texts.ts'
import { Picture } from '#web/ui/picture.tsx'
import { TYPE_PICTURES } from '#web/ui/type-pictures.ts'

const TYPES = ['office', 'open_space', 'meeting_room', 'lecture_room', 'clinics', 'podcast_room'] as const
type Type = (typeof TYPES)[number]
const BULLETS = ['one', 'two', 'three'] as const
/** The round pictures use the same file as the large ones. */
const PANEL = '(max-width: 1328px) 58vw, 760px'

/** Choosing needs no script; start-showcase.ts moves on every ten seconds, and reveals the button that pauses it. */
export const Showcase = ({ t }: WithTexts) => (
  <section className="wide showcase" data-showcase aria-labelledby="showcase-title">
    <div className="showcase-head">
      <h2 id="showcase-title">{t('showcase.title')}</h2>
      <button type="button" className="pause" data-pause hidden>
        <IconPlayerPause role="img" aria-label={t('showcase.pause')} />
        <IconPlayerPlay role="img" aria-label={t('showcase.play')} />
      </button>
    </div>
    <div className="types" role="radiogroup" aria-labelledby="showcase-title">
      {TYPES.map((type) => (
        <label key={type} className="type">
          <input
            type="radio"
            name="space-type"
            value={type}
            defaultChecked={type === 'office'}
            autoComplete="off"
          />
          <Picture of={TYPE_PICTURES[type].scene} alt="" sizes={PANEL} />
          <span>{t(`showcase.${type}.title`)}</span>
        </label>
      ))}
    </div>
    <div className="panels">
      {TYPES.map((type) => (
        <Panel key={type} type={type} t={t} />
      ))}
    </div>
  </section>
)

const Panel = ({ type, t }: { type: Type; t: LandingTexts }) => (
  <article className="panel" data-type={type}>
    <div className="panel-words">
      <h3>{t(`showcase.${type}.title`)}</h3>
      <p className="lead">{t(`showcase.${type}.text`)}</p>
      <ul>
        {BULLETS.map((bullet) => (
          <li key={bullet}>
            <IconCheck aria-hidden size={20} />
            {t(`showcase.${type}.${bullet}`)}
          </li>
        ))}
      </ul>
      <a className="button button-main button-large" href={`/spaces?type=${type}`}>
        {t('showcase.book', { type: t(`showcase.${type}.title`) })}
      </a>
    </div>
    <Picture of={TYPE_PICTURES[type].scene} alt={t(`showcase.${type}.picture`)} sizes={PANEL} />
  </article>
)
