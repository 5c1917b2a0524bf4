import { hash, verify } from '@node-rs/argon2'

/** argon2id at what a phone-book of leaked hashes costs too much to try. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Checked when there is no such user, so that the answer takes as long as for a real one. */
const NOBODYS_HASH = hashPassword('nobody signs in with this')

export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODYS_HASH), password)
  return matches && passwordHash !== undefined
}
