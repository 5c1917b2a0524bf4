import type { Db } from '#server/db/connection.ts'
import { insertPasswordLink } from '#server/features/auth/link-queries.ts'
import { hashLinkToken, makeLinkToken } from '#server/features/auth/link-token.ts'
import { PASSWORD_LINK_MINUTES } from '#server/features/auth/rules.ts'
import type { Deps } from '#server/http/routes.ts'

export async function makePasswordLink(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  db: Db,
  userId: number,
  minutes = PASSWORD_LINK_MINUTES,
): Promise<string> {
  const token = makeLinkToken()
  const created = now()
  await insertPasswordLink(db, {
    token_hash: hashLinkToken(token),
    user_id: userId,
    created_at: created.toISOString(),
    expires_at: new Date(created.getTime() + minutes * 60_000).toISOString(),
  })
  return `${config.publicUrl}/reset-password?token=${token}`
}
