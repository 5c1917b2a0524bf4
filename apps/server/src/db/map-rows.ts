import { Column, is, SQL } from 'drizzle-orm'

type Decoder = { mapFromDriverValue: (value: never) => unknown }
export type Field = { path: string[]; field: unknown }
type RowsMapper = (rows: unknown[][]) => object[]

/**
 * Does for flat rows what Drizzle does for all, but finds out once what to do with each column. Undefined if rows have
 * parts.
 */
export function rowsMapper(fields: Field[] | undefined): RowsMapper | undefined {
  if (!fields || fields.some(({ path, field }) => path.length > 1 || !(is(field, Column) || is(field, SQL))))
    return undefined
  const decoders = fields.map(({ field }) =>
    is(field, SQL) ? (field as unknown as { decoder: Decoder }).decoder : field,
  )
  const values = fields.map(({ path }, at) => {
    const value = isPlain(decoders[at] as Decoder)
      ? `row[${at}]`
      : `row[${at}] === null ? null : decoders[${at}].mapFromDriverValue(row[${at}])`
    return `${JSON.stringify(path[0])}: ${value}`
  })
  const map = new Function('decoders', 'row', `return { ${values.join(', ')} }`)
  return (rows) => rows.map((row) => map(decoders, row))
}

const isPlain = ({ mapFromDriverValue }: Decoder): boolean =>
  mapFromDriverValue === Column.prototype.mapFromDriverValue
