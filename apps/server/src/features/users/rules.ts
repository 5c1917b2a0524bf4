/** First name and initial: `Maya Cohen` is `Maya C.` */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const initial = [...(others.at(-1) ?? '')][0]
  // Some people have given an email address as their name, and it may name them in full.
  const known = first.includes('@') ? first.split(/[@._+-]/)[0]! : first
  return initial === undefined ? known : `${known} ${initial}.`
}
