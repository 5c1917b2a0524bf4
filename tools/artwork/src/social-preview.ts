import { wordmark } from './logo.ts'
import { palette } from './palette.ts'
import { scene } from './scene.ts'

const { brass, paper } = palette

/** The picture of a shared link, 1200 × 630. */
export function socialPreview(): string {
  const room = nested(scene('open_space', 6), 'x="300" y="0" width="1008" height="630"')
  const name = nested(wordmark(), 'x="72" y="264" width="420" height="91"')
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">',
    room,
    `<path d="M0 0H520C600 180 600 450 520 630H0z" fill="${paper[1]}"/>`,
    `<path d="M520 0C600 180 600 450 520 630" fill="none" stroke="${brass[4]}" stroke-width="10"/>`,
    name,
    `<rect x="72" y="398" width="120" height="8" rx="4" fill="${brass[4]}"/>`,
    '</svg>',
  ].join('')
}

const nested = (svg: string, place: string): string =>
  svg.replace(/ width="\d+" height="\d+"/, ` ${place} preserveAspectRatio="xMidYMid slice"`)
