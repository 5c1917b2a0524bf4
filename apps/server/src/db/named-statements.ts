const OFTEN = 3
const MOST_NAMES = 1000
const MOST_COUNTED = 5000

const counts = new Map<string, number>()
const names = new Map<string, string>()

/**
 * A text that is sent often gets a name, so that PostgreSQL parses and plans it once per connection. Both limits guard
 * against texts that are never the same twice, such as long lists of ids.
 */
export function nameOf(text: string): string | undefined {
  const name = names.get(text)
  if (name !== undefined || names.size === MOST_NAMES) return name
  const count = (counts.get(text) ?? 0) + 1
  if (count < OFTEN) {
    if (counts.size === MOST_COUNTED) counts.clear()
    counts.set(text, count)
    return undefined
  }
  counts.delete(text)
  const given = `keyhour_${names.size}`
  names.set(text, given)
  return given
}
