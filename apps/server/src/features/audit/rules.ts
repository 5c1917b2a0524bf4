import { isDeepStrictEqual } from 'node:util'

export function differencesOf<Row extends object>(
  known: Row,
  update: { [Field in keyof Row]?: Row[Field] | undefined },
): Partial<Row> {
  const changed = Object.entries(update).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, known[field as keyof Row]),
  )
  return Object.fromEntries(changed) as Partial<Row>
}

/** Names the changed fields without their values: the log keeps no personal data. */
export const namesOf = (changed: object): { changed: string } => ({
  changed: Object.keys(changed).join(', '),
})
