import { hole } from '@keyhour/contract/finished-pages'
import type { Language } from '@keyhour/contract/primitives'
import type { ReactNode } from 'react'
import type { LegalDocument } from '#web/features/legal/document.ts'
import { formatDay } from '#web/format/time.ts'

type Props = { document: LegalDocument; language: Language }

export function LegalScreen({ document: { texts, changed_on }, language }: Props) {
  const { title, since, intro, short, sections } = texts[language]
  return (
    <main id="main" tabIndex={-1} className="wide legal">
      <header>
        <h1>{title}</h1>
        <p className="since">{since(formatDay(`${changed_on}T12:00Z`, 'UTC'))}</p>
        {intro.map((line) => (
          <p key={line} className="lead">
            <Marked text={line} />
          </p>
        ))}
      </header>
      <aside className="card in-short" aria-labelledby="in-short">
        <h2 id="in-short">{short.heading}</h2>
        <Points points={short.points} />
      </aside>
      <div className="sections">
        {sections.map(({ heading, blocks }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {blocks.map((block) =>
              typeof block === 'string' ? (
                <p key={block}>
                  <Marked text={block} />
                </p>
              ) : (
                <Points key={block.join()} points={block} />
              ),
            )}
          </section>
        ))}
      </div>
    </main>
  )
}

const Points = ({ points }: { points: string[] }) => (
  <ul>
    {points.map((point) => (
      <li key={point}>
        <Marked text={point} />
      </li>
    ))}
  </ul>
)

const CONTACT = `[${hole('CONTACT_EMAIL')}](mailto:${hole('CONTACT_EMAIL')})`
const MARKS = /(\*\*.+?\*\*|`.+?`|\[.+?\]\(.+?\))/

/** `**strong**`, `` `code` `` and `[link](address)`. */
function Marked({ text }: { text: string }): ReactNode {
  return text
    .replaceAll('{contact}', CONTACT)
    .split(MARKS)
    .map((part) => {
      const link = /^\[(.+)\]\((.+)\)$/.exec(part)
      if (link)
        return (
          <a key={part} href={link[2]}>
            {link[1]}
          </a>
        )
      if (part.startsWith('**')) return <strong key={part}>{part.slice(2, -2)}</strong>
      if (part.startsWith('`'))
        return (
          <code key={part} dir="ltr">
            {part.slice(1, -1)}
          </code>
        )
      return part
    })
}
