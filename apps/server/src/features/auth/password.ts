import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { isTooCommon } from '#server/features/auth/rules.ts'
import { badField } from '#server/http/refusal.ts'

/** argon2id at what a phone-book of leaked hashes costs too much to try. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One way to write each letter: keyboards differ in how they put an accent on one. */
const spelled = (password: string): string => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(spelled(password), COST)

/** Checked when there is no such user, so that the answer takes as long as for a real one. */
const NOBODYS_HASH = hashPassword('nobody signs in with this')

export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODYS_HASH), spelled(password))
  return matches && passwordHash !== undefined
}

const LISTED = new Set(dictionary['passwords-common'])

/** `field` is where the refusal points to. How long it has to be, the contract says. */
export function checkNewPassword(
  field: string,
  password: string,
  person: { name: string; email: string },
): void {
  if (isTooCommon(spelled(password), person, (text) => LISTED.has(text)))
    throw badField(field, 'This password is too common.')
}
