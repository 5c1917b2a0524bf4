/** A caller that arrives during a read needs a later one, and shares it with everyone else who arrives meanwhile. */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined

  return function current(): Promise<T> {
    if (!running) {
      running = read().finally(() => {
        running = undefined
      })
      return running
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return current()
      })
    return next
  }
}
