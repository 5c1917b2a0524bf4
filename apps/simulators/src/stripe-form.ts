export type Form = { [name: string]: string | Form }

/** `line_items[0][quantity]=1` becomes `{ line_items: { 0: { quantity: '1' } } }`. */
export function readForm(body: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(body)) put(form, name.replaceAll(']', '').split('['), value)
  return form
}

function put(form: Form, [name, ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    form[name!] = value
    return
  }
  const inner = form[name!]
  const next = typeof inner === 'object' ? inner : {}
  form[name!] = next
  put(next, rest, value)
}

export const textIn = (form: Form, name: string): string | null => {
  const value = form[name]
  return typeof value === 'string' ? value : null
}

export const formIn = (form: Form, name: string): Form => {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

export const numberIn = (form: Form, name: string): number => Number(textIn(form, name) ?? Number.NaN)

/** Metadata is flat. */
export const metadataIn = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(formIn(form, 'metadata')).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
