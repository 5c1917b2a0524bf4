/** Does the work for each, one after the other; a failure does not keep the others from their turn. */
export async function failuresOf<T>(all: T[], work: (one: T) => Promise<unknown>): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error))
  return failures
}
