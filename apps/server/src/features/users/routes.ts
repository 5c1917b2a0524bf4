import * as contract from '@keyhour/contract/users'
import { exportOwnData } from '#server/features/users/export-own-data.ts'
import { getOwnProfile } from '#server/features/users/get-own-profile.ts'
import { getPassportImage } from '#server/features/users/get-passport-image.ts'
import { replacePhoto } from '#server/features/users/replace-photo.ts'
import { limitPhotos, setPassportImage } from '#server/features/users/set-passport-image.ts'
import { updateUser } from '#server/features/users/update-user.ts'
import { on, type Routes, serve } from '#server/http/routes.ts'

/** The largest photo that the contract allows, in base64 and JSON. */
const PHOTO_BODY_LIMIT = Math.ceil(contract.MOST_PHOTO_BYTES / 3) * 4 + 1000

export const userRoutes: Routes = async (app, deps) => {
  serve(app, contract.updateUser, 'signedIn', async (request, reply) => {
    const { token, version } = await updateUser(
      deps,
      { id: request.params.id, change: request.body },
      request,
    )
    reply.header('etag', `"${version}"`)
    return token
  })

  serve(app, contract.getOwnProfile, 'signedIn', ({ session }) => getOwnProfile(deps, session.id))

  const photoRoute = on(contract.setPassportImage, 'signedIn')
  app.route({
    ...photoRoute,
    onRequest: [photoRoute.onRequest, async ({ session }) => limitPhotos(deps, session.id)],
    bodyLimit: PHOTO_BODY_LIMIT,
    handler: ({ session, body }) => setPassportImage(deps, session.id, body.image),
  })

  serve(app, contract.removePassportImage, 'signedIn', async ({ session }) => {
    await replacePhoto(deps, session.id, null)
    return getOwnProfile(deps, session.id)
  })

  serve(app, contract.getPassportImage, 'signedIn', (request) =>
    getPassportImage(deps, request.params.id, request),
  )

  serve(app, contract.exportOwnData, 'signedIn', (request, reply) => {
    reply.header('content-disposition', 'attachment; filename="keyhour-data.json"')
    return exportOwnData(deps, request)
  })
}
