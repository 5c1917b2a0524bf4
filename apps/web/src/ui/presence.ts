import { useEffect, useState } from 'react'

/** The duration of the transition in the style sheets. */
const LEAVING_MS = 160

type Item = { id: number }
type Shown<T> = { item: T; phase: 'here' | 'arriving' | 'leaving' }
type Presence<T> = {
  items: readonly T[]
  /** Current items and, for a moment, those that have just left, in their positions. */
  shown: readonly Shown<T>[]
  /** Since the previous list. */
  arrived: readonly T[]
  left: readonly T[]
}

/** Compares a list with the previous one, so that items can be animated in and out. */
export function usePresence<T extends Item>(items: readonly T[]): Presence<T> {
  const [kept, keep] = useState(() => enter(items))
  const presence = kept.items === items ? kept : follow(kept, items)
  if (presence !== kept) keep(presence)

  const isAnyLeaving = presence.shown.some(isLeaving)
  useEffect(() => {
    if (!isAnyLeaving) return
    const timer = setTimeout(() => keep(letGo), LEAVING_MS)
    return () => clearTimeout(timer)
  }, [isAnyLeaving])
  return presence
}

const isLeaving = ({ phase }: Shown<Item>): boolean => phase === 'leaving'
const idsOf = (items: readonly Item[]): Set<number> => new Set(items.map(({ id }) => id))

const enter = <T extends Item>(items: readonly T[]): Presence<T> => ({
  items,
  shown: items.map((item) => ({ item, phase: 'here' })),
  arrived: [],
  left: [],
})

function follow<T extends Item>(before: Presence<T>, items: readonly T[]): Presence<T> {
  const [known, staying] = [idsOf(before.items), idsOf(items)]
  const shown: Shown<T>[] = items.map((item) => ({ item, phase: known.has(item.id) ? 'here' : 'arriving' }))
  for (const [at, { item }] of before.shown.entries()) {
    if (staying.has(item.id)) continue
    const neighbour = before.shown[at - 1]?.item.id
    const place = shown.findIndex((other) => other.item.id === neighbour) + 1
    shown.splice(place, 0, { item, phase: 'leaving' })
  }
  return {
    items,
    shown,
    arrived: items.filter(({ id }) => !known.has(id)),
    left: before.items.filter(({ id }) => !staying.has(id)),
  }
}

const letGo = <T extends Item>(presence: Presence<T>): Presence<T> => ({
  ...presence,
  shown: presence.shown.filter((entry) => !isLeaving(entry)),
})
