import type { Language } from '@keyhour/contract/primitives'
import { MOST_PHOTO_BYTES, type OwnProfile, type UserChange } from '@keyhour/contract/users'

/** No phone is an empty field. */
export type About = { name: string; phone: string; language: Language }

export const aboutOf = ({ name, phone, language }: OwnProfile): About => ({
  name,
  phone: phone ?? '',
  language,
})

export const profileChangeOf = ({ name, phone, language }: About): Omit<UserChange, 'version'> => ({
  name,
  phone: phone.trim() || null,
  language,
})

const isSame = (a: About, b: About): boolean =>
  a.name === b.name && a.phone === b.phone && a.language === b.language

/** The version that a change is based on: the latest, unless it differs in a field of the form. */
export const versionRead = (read: OwnProfile, latest: OwnProfile): number =>
  isSame(aboutOf(read), aboutOf(latest)) ? latest.version : read.version

const DAY_MS = 24 * 60 * 60 * 1000
const SOON_DAYS = 30

/** Null if it does not expire soon. */
export function daysLeft(expiresAt: string | null, nowMs: number): number | null {
  if (expiresAt === null) return null
  const days = Math.max(1, Math.ceil((Date.parse(expiresAt) - nowMs) / DAY_MS))
  return days <= SOON_DAYS ? days : null
}

export type PhotoProblem = 'tooLarge' | 'notImage' | 'unreadable'

/** Checked before the upload; only the server can tell whether it opens. */
export function photoProblem({ size, type }: Pick<File, 'size' | 'type'>): PhotoProblem | null {
  if (!type.startsWith('image/')) return 'notImage'
  return size > MOST_PHOTO_BYTES ? 'tooLarge' : null
}
