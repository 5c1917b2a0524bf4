/** In pixels. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** Something on the map, and the width of its name. */
export type Named = { box: Box; width: number }

const HEIGHT = 16
const GAP = 4

type Middle = { x: number; y: number }

export const boxOf = ({ x, y }: Middle, [width, height]: readonly [number, number]): Box => ({
  left: x - width / 2,
  top: y - height / 2,
  right: x + width / 2,
  bottom: y + height / 2,
})

export const boxAround = (middle: Middle, size: number): Box => boxOf(middle, [size, size])

export const isWithin = (inner: Box, outer: Box): boolean =>
  inner.left >= outer.left &&
  inner.right <= outer.right &&
  inner.top >= outer.top &&
  inner.bottom <= outer.bottom

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function sidesOf({ box, width }: Named): Box[] {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
  const at = (left: number, top: number) => ({ left, top, right: left + width, bottom: top + HEIGHT })
  return [
    at(box.right + GAP, y - HEIGHT / 2),
    at(box.left - GAP - width, y - HEIGHT / 2),
    at(x - width / 2, box.bottom + GAP / 2),
    at(x - width / 2, box.top - GAP / 2 - HEIGHT),
  ]
}

/** Writes each name in view, on the first side with room. Earlier names choose first; null if no room is left. */
export function placeLabels(named: Named[], standing: Box[], view: Box): (Box | null)[] {
  const taken = [...standing]
  return named.map((one) => {
    const free = sidesOf(one).find(
      (side) => isWithin(side, view) && !taken.some((other) => overlap(side, other)),
    )
    if (free) taken.push(free)
    return free ?? null
  })
}
