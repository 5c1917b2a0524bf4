import * as contract from '@keyhour/contract/users'
import { exportOwnData } from '#server/features/users/export-own-data.ts'
import { getOwnProfile } from '#server/features/users/get-own-profile.ts'
import { getPassportImage } from '#server/features/users/get-passport-image.ts'
import { removePassportImage } from '#server/features/users/remove-passport-image.ts'
import { setPassportImage } from '#server/features/users/set-passport-image.ts'
import { updateUser } from '#server/features/users/update-user.ts'
import { on, type Routes } from '#server/http/routes.ts'

/** A photo of the largest size that the contract allows, in base64 and JSON. */
const PHOTO_BODY_LIMIT = Math.ceil(contract.MOST_PHOTO_BYTES / 3) * 4 + 1000

export const userRoutes: Routes = async (app, deps) => {
  app.route({
    ...on(contract.updateUser, 'signedIn'),
    handler: (request) => updateUser(deps, { id: request.params.id, change: request.body }, request),
  })

  app.route({
    ...on(contract.getOwnProfile, 'signedIn'),
    handler: ({ session }) => getOwnProfile(deps, session.id),
  })

  app.route({
    ...on(contract.setPassportImage, 'signedIn'),
    bodyLimit: PHOTO_BODY_LIMIT,
    handler: ({ session, body }) => setPassportImage(deps, session.id, body.image),
  })

  app.route({
    ...on(contract.removePassportImage, 'signedIn'),
    handler: ({ session }) => removePassportImage(deps, session.id),
  })

  app.route({
    ...on(contract.getPassportImage, 'signedIn'),
    handler: (request) => getPassportImage(deps, request.params.id, request),
  })

  app.route({
    ...on(contract.exportOwnData, 'signedIn'),
    handler: (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="keyhour-data.json"')
      return exportOwnData(deps, request)
    },
  })
}
