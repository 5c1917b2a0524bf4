export type Point = readonly [number, number]

/** A string is a fill; an object adds outline and transparency. */
export type Paint = string | { fill?: string; stroke?: string; width?: number; opacity?: number }

type Picture = {
  /** Prefix of every id, so that several pictures can be in one page. */
  name: string
  width: number
  height: number
  defs?: string
  body: string
}

export function picture({ name, width, height, defs = '', body }: Picture): string {
  const inside = `${defs ? `<defs>${defs}</defs>` : ''}${body}`
    .replace(/ id="([^"]+)"/g, ` id="${name}-$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${name}-$1)`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true" stroke-linecap="round" stroke-linejoin="round">${shortened(inside)}</svg>`
}

/** The same drawing in fewer bytes. */
function shortened(svg: string): string {
  return svg
    .replace(/rgb\((\d+),(\d+),(\d+)\)/g, (_, ...channels: string[]) => {
      const [red, green, blue] = channels.map(Number)
      return `#${((red! << 16) | (green! << 8) | blue!).toString(16).padStart(6, '0')}`
    })
    .replace(/ d="[^"]+"/g, (d) =>
      d
        .replace(/ -/g, '-')
        .replace(/(\.\d)\d+/g, '$1')
        .replace(/\.0(?=\D)/g, ''),
    )
    .replace(/-opacity="0\./g, '-opacity=".')
}

export function num(value: number): string {
  return String(Math.round(value * 10) / 10 || 0).replace(/^(-?)0\./, '$1.')
}

function paintOf(paint: Paint): string {
  if (typeof paint === 'string') return `fill="${paint}"`
  const { fill, stroke, width, opacity } = paint
  return `fill="${fill ?? 'none'}"${fill ? seeThrough('fill', opacity) : ''}${
    stroke ? ` stroke="${stroke}" stroke-width="${num(width ?? 1)}"${seeThrough('stroke', opacity)}` : ''
  }`
}

/** Not `opacity`: that makes renderers draw every shape on a separate layer. */
function seeThrough(part: 'fill' | 'stroke', opacity: number | undefined): string {
  return opacity === undefined || opacity === 1 ? '' : ` ${part}-opacity="${Math.round(opacity * 100) / 100}"`
}

export function path(d: string, paint: Paint): string {
  return `<path d="${d}" ${paintOf(paint)}/>`
}

export function polygon(points: readonly Point[], paint: Paint): string {
  return path(`${trail(points)}z`, paint)
}

/** Path data, for many rectangles of one colour in one shape. */
export function oblong(x: number, y: number, width: number, height: number): string {
  return `M${num(x)} ${num(y)}h${num(width)}v${num(height)}h${num(-width)}z`
}

export function line(points: readonly Point[], stroke: string, width: number, opacity = 1): string {
  return path(trail(points), { stroke, width, opacity })
}

export function rect(box: readonly [number, number, number, number], paint: Paint, radius = 0): string {
  const [x, y, width, height] = box
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"${radius ? ` rx="${num(radius)}"` : ''} ${paintOf(paint)}/>`
}

export function circle(x: number, y: number, radius: number, paint: Paint): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" ${paintOf(paint)}/>`
}

export function ellipse(centre: Point, rx: number, ry: number, paint: Paint): string {
  return `<ellipse cx="${num(centre[0])}" cy="${num(centre[1])}" rx="${num(rx)}" ry="${num(ry)}" ${paintOf(paint)}/>`
}

export function group(transform: string, body: string): string {
  return `<g transform="${transform}">${body}</g>`
}

export function faded(opacity: number, body: string): string {
  return `<g opacity="${opacity}">${body}</g>`
}

export function clipped(id: string, body: string): string {
  return `<g clip-path="url(#${id})">${body}</g>`
}

export function clip(id: string, shape: string): string {
  return `<clipPath id="${id}">${shape}</clipPath>`
}

type Stop = readonly [offset: number, colour: string, opacity?: number]

export function verticalGradient(id: string, stops: readonly Stop[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stopsOf(stops)}</linearGradient>`
}

export function slantedGradient(id: string, stops: readonly Stop[]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1">${stopsOf(stops)}</linearGradient>`
}

export function radialGradient(id: string, stops: readonly Stop[]): string {
  return `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`
}

function stopsOf(stops: readonly Stop[]): string {
  return stops
    .map(
      ([offset, colour, opacity]) =>
        `<stop offset="${offset}" stop-color="${colour}"${opacity === undefined ? '' : ` stop-opacity="${opacity}"`}/>`,
    )
    .join('')
}

/** The convex outline of points, for silhouettes of solid objects. */
export function hull(exact: readonly Point[]): Point[] {
  const points = exact.map(([x, y]): Point => [Math.round(x), Math.round(y)])
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const around = [...halfHull(sorted), ...halfHull(sorted.reverse())]
  return around.filter((point, i) => i === 0 || distance(point, around[i - 1]!) > 2)
}

function halfHull(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    while (kept.length > 1 && turn(kept[kept.length - 2]!, kept[kept.length - 1]!, point) <= 0) kept.pop()
    kept.push(point)
  }
  return kept.slice(0, -1)
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/** Relative to the last rounded point: much shorter than absolute coordinates, and errors do not add up. */
export function trail(points: readonly Point[]): string {
  let [x, y] = tenths(points[0]!)
  let d = `M${num(x / 10)} ${num(y / 10)}`
  for (const point of points.slice(1)) {
    const [nextX, nextY] = tenths(point)
    if (nextX === x && nextY === y) continue
    d += step((nextX - x) / 10, (nextY - y) / 10)
    x = nextX
    y = nextY
  }
  return d.replace(/ -/g, '-')
}

function step(dx: number, dy: number): string {
  if (dy === 0) return `h${num(dx)}`
  return dx === 0 ? `v${num(dy)}` : `l${num(dx)} ${num(dy)}`
}

function tenths([x, y]: Point): [number, number] {
  return [Math.round(x * 10), Math.round(y * 10)]
}
