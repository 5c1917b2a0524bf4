/** Whoever comes while somebody looks needs a later look, and shares it with all who come meanwhile. */
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
