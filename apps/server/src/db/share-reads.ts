import { setImmediate } from 'node:timers/promises'

/**
 * A read begins when the one before has ended, and not before the end of a turn of the event loop. Everyone who asks
 * until then shares it; who asks later needs the next one.
 */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined

  function begin(): Promise<T> {
    const reading = Promise.allSettled([last, setImmediate()]).then(() => {
      next = undefined
      return read()
    })
    last = reading
    return reading
  }

  return () => {
    next ??= begin()
    return next
  }
}
