import { expect } from 'vitest'

/** For work that has to fail in this way. */
export const failuresOf =
  <Failure extends Error>(kind: abstract new (...given: never[]) => Failure) =>
  (work: Promise<unknown>): Promise<Failure> =>
    work.then(
      () => expect.unreachable('it worked'),
      (error) => {
        if (!(error instanceof kind)) throw error
        return error
      },
    )
