import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '#server/http/routes.ts'

/** Base64 JPEG. Null for a photo that cannot be decrypted, so that an export still succeeds. */
export async function readPhoto(
  { files, secrets }: Pick<Deps, 'files' | 'secrets'>,
  { user_id, passport_image }: { user_id: number; passport_image: string | null },
  log: FastifyBaseLogger,
): Promise<string | null> {
  const sealed = passport_image && (await files.read('passport_images', passport_image))
  if (!sealed) return null
  try {
    return secrets.openBytes(sealed).toString('base64')
  } catch (error) {
    log.error({ error, user_id }, 'an ID photo does not open with this SECRET_KEY')
    return null
  }
}
