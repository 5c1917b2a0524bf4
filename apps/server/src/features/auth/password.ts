import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { isTooCommon } from '#server/features/auth/rules.ts'
import { badField } from '#server/http/refusal.ts'

/** argon2id, expensive enough that trying a password list on leaked hashes does not pay. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Keyboards encode accented letters differently. */
const spelled = (password: string): string => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> => hash(spelled(password), COST)

/** Checked for an unknown user, so that the answer takes as long. */
const NOBODYS_HASH = hashPassword('nobody signs in with this')

export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODYS_HASH), spelled(password))
  return matches && passwordHash !== undefined
}

const LISTED = new Set(dictionary['passwords-common'])

/** The contract checks the length. */
export function checkNewPassword(
  field: string,
  password: string,
  person: { name: string; email: string },
): void {
  if (isTooCommon(spelled(password), person, (text) => LISTED.has(text)))
    throw badField(field, 'This password is too common. Please choose another one.')
}
