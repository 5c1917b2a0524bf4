import { palette } from './palette.ts'

const { brass, ink, paper } = palette

/**
 * A key seen from the front: its bow is a clock dial, the hour hand has turned into the shaft.
 * Drawn on a 64 grid with nothing thinner than a pixel at 16 px.
 */
function mark(ring: string, shaft: string): string {
  return [
    `<path d="M38.500 38.500L57 57M49 49l6.500 -6.500M55 55l5 -5" fill="none" stroke="${shaft}" stroke-width="7"/>`,
    `<circle cx="25" cy="25" r="18.500" fill="none" stroke="${ring}" stroke-width="8"/>`,
    `<path d="M25 15V25L31.500 31.500" fill="none" stroke="${shaft}" stroke-width="5.500"/>`,
  ].join('')
}

function svg(width: number, height: number, label: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`
}

export function logo(): string {
  return svg(64, 64, 'Keyhour', mark(brass[5], brass[7]))
}

/** The mark and the name, drawn as outlines. */
export function wordmark(): string {
  return svg(64, 64, 'Keyhour', mark(brass[5], brass[7]))
}

/** The mark on its own tile, for browser tabs and home screens. */
export function favicon(): string {
  return svg(
    64,
    64,
    'Keyhour',
    `<rect width="64" height="64" rx="14" fill="${ink[9]}"/>${mark(brass[4], paper[1])}`,
  )
}
