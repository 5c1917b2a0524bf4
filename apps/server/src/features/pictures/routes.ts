import { readPicture } from '#server/features/pictures/read-picture.ts'
import { etagOf, hasAlready } from '#server/http/etag.ts'
import { guarded } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Routes } from '#server/http/routes.ts'

export const pictureRoutes: Routes = async (app, deps) => {
  app.get('/static/:folder/:file', guarded('anybody'), async (request, reply) => {
    const { folder, file } = request.params as { folder: string; file: string }
    const { bytes, type } = orMissing(await readPicture(deps, folder, file), 'This picture does not exist.')
    const etag = etagOf(bytes)
    // Names are never reused, so a picture never changes.
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag)
    if (hasAlready(request, etag)) return reply.code(304).send()
    return reply.type(type).send(bytes)
  })
}
