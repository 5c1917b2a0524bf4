type Rest<Item, Last> = { items: Item[]; size: number; last: Last }

export type Turned<Item, Last> = { items: Item[]; token: string | undefined; last: Last | undefined }

/** A list as it was when its first page was read, page by page. `last` goes with the last page. */
export function simulatePages<Item, Last>() {
  const rests = new Map<string, Rest<Item, Last>>()

  function turn({ items, size, last }: Rest<Item, Last>): Turned<Item, Last> {
    if (items.length <= size) return { items, token: undefined, last }
    const token = `page${rests.size + 1}`
    rests.set(token, { items: items.slice(size), size, last })
    return { items: items.slice(0, size), token, last: undefined }
  }

  return {
    turn,
    /** A page can be asked for again, in case its answer was lost. */
    follow(token: string): Turned<Item, Last> | undefined {
      const rest = rests.get(token)
      return rest && turn(rest)
    },
  }
}
