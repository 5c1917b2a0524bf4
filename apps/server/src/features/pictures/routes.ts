import { createHash } from 'node:crypto'
import { readPicture } from '#server/features/pictures/read-picture.ts'
import { guarded } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Routes } from '#server/http/routes.ts'

export const pictureRoutes: Routes = async (app, { files }) => {
  app.get('/static/:folder/:file', guarded('anybody'), async (request, reply) => {
    const { folder, file } = request.params as { folder: string; file: string }
    const { bytes, type } = orMissing(await readPicture(files, folder, file), 'This picture does not exist.')
    const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
    // Names are given out once and never used again, so a picture never changes.
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
    if (known?.some((one) => one === etag || one === '*')) return reply.code(304).send()
    return reply.type(type).send(bytes)
  })
}
