/**
 * Two notations, on purpose: `#rrggbb` is a painted object and darkens in the evening; `rgb()` shines by itself (lamps,
 * screens, the sky) and stays unchanged.
 */
type Channels = [number, number, number]

export function mix(from: string, to: string, amount: number): string {
  const a = channels(from)
  const b = channels(to)
  return hex([0, 1, 2].map((i) => a[i]! + (b[i]! - a[i]!) * amount) as Channels)
}

/** Towards warm light above zero, towards cool shadow below. */
export function shade(colour: string, amount: number): string {
  return amount >= 0 ? mix(colour, '#FFF8EA', amount) : mix(colour, '#191C2B', -amount)
}

export function shining(colour: string): string {
  return `rgb(${channels(colour).join(',')})`
}

export function shiningAll(svg: string): string {
  return svg.replace(/#[0-9a-f]{6}\b/gi, shining)
}

/** Indoors, by lamplight. */
export function evening(svg: string): string {
  return svg.replace(/#[0-9a-f]{6}\b/gi, (colour) => dimmed(colour, [0.82, 0.7, 0.64], 0.15))
}

/** Outdoors. */
export function nightfall(svg: string): string {
  return svg.replace(/#[0-9a-f]{6}\b/gi, (colour) => dimmed(colour, [0.46, 0.48, 0.62], 0.22))
}

function dimmed(colour: string, [red, green, blue]: Channels, towardsNight: number): string {
  const [r, g, b] = channels(colour)
  return mix(hex([r * red, g * green, b * blue]), '#1C2034', towardsNight)
}

function channels(colour: string): Channels {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function hex(rgb: Channels): string {
  return `#${rgb
    .map((channel) =>
      Math.round(Math.min(255, Math.max(0, channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
