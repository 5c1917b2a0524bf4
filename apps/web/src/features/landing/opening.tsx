import type { ReactNode } from 'react'
import { type Drawing, Picture } from '#web/ui/picture.tsx'

type OpeningProps = {
  title: string
  text: string
  picture: Drawing
  alt: string
  /** Above the buttons. */
  form?: ReactNode
  children: ReactNode
}

export const Opening = ({ title, text, picture, alt, form, children }: OpeningProps) => (
  <section className="wide hero">
    <div className="hero-words">
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {form}
      <div className="actions">{children}</div>
    </div>
    <Picture
      of={picture}
      alt={alt}
      className="framed"
      sizes="(max-width: 959px) 94vw, (max-width: 1328px) 54vw, 710px"
      eager
    />
  </section>
)

type PointsProps = { title: string; points: { title: string; text: string }[] }

export const Points = ({ title, points }: PointsProps) => (
  <section className="band" aria-labelledby="points-title">
    <div className="wide points">
      <h2 id="points-title">{title}</h2>
      <ul>
        {points.map((point) => (
          <li key={point.title} className="card">
            <h3>{point.title}</h3>
            <p>{point.text}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
)
