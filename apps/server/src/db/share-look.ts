/** A caller that arrives during a call needs a later one, and shares it with everyone else who arrives meanwhile. */
export function shareLook<T>(look: () => Promise<T>): () => Promise<T> {
  let looking: Promise<T> | undefined
  let lookingNext: Promise<T> | undefined

  return function current(): Promise<T> {
    if (!looking) {
      looking = look().finally(() => {
        looking = undefined
      })
      return looking
    }
    lookingNext ??= looking
      .catch(() => undefined)
      .then(() => {
        lookingNext = undefined
        return current()
      })
    return lookingNext
  }
}
