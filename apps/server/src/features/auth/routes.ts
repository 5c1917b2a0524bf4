import * as contract from '@keyhour/contract/auth'
import {
  connectGoogle as connectGoogleCall,
  disconnectGoogle as disconnectGoogleCall,
} from '@keyhour/contract/users'
import { changePassword } from '#server/features/auth/change-password.ts'
import { confirmSignUp } from '#server/features/auth/confirm-sign-up.ts'
import { connectGoogle } from '#server/features/auth/connect-google.ts'
import { disconnectGoogle } from '#server/features/auth/disconnect-google.ts'
import { listPermissions } from '#server/features/auth/list-permissions.ts'
import { endSession, endSessions } from '#server/features/auth/queries.ts'
import { requestPasswordLink } from '#server/features/auth/request-password-link.ts'
import { getPasswordLink, setPassword } from '#server/features/auth/set-password.ts'
import { signIn } from '#server/features/auth/sign-in.ts'
import { signInWithGoogle } from '#server/features/auth/sign-in-with-google.ts'
import { signUp } from '#server/features/auth/sign-up.ts'
import { withDevice } from '#server/features/auth/with-device.ts'
import { removeDevicesOfSession } from '#server/features/push/queries.ts'
import { languageOf } from '#server/http/preferences.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const authRoutes: Routes = async (app, deps) => {
  serve(app, contract.signIn, 'anybody', ({ body, ip }, reply) =>
    withDevice(deps, reply, (device) => signIn(deps, body, { ip, device })),
  )

  serve(app, contract.signInWithGoogle, 'anybody', (request, reply) =>
    withDevice(deps, reply, (device) =>
      signInWithGoogle(deps, request.body, { language: languageOf(request), device }),
    ),
  )

  serve(app, contract.signUp, 'anybody', ({ body, ip }) => signUp(deps, body, ip))

  serve(app, contract.confirmSignUp, 'anybody', ({ body }) => confirmSignUp(deps, body))

  serve(app, contract.requestPasswordLink, 'anybody', ({ body, ip }) =>
    requestPasswordLink(deps, body.email, ip),
  )

  serve(app, contract.getPasswordLink, 'anybody', ({ params }) => getPasswordLink(deps, params.token))

  serve(app, contract.setPassword, 'anybody', ({ body, params, ip, id }, reply) =>
    withDevice(deps, reply, (device) =>
      setPassword(deps, { ...body, token: params.token, ip, device, requestId: id }),
    ),
  )

  serve(app, contract.changePassword, 'signedIn', ({ body, session, id }, reply) =>
    withDevice(deps, reply, (device) => changePassword(deps, session, { ...body, device, requestId: id })),
  )

  serve(app, connectGoogleCall, 'signedIn', (request) => connectGoogle(deps, request.body, request))

  serve(app, disconnectGoogleCall, 'signedIn', (request) => disconnectGoogle(deps, request))

  serve(app, contract.logOut, 'signedIn', async ({ session: { id, sid } }) => {
    await removeDevicesOfSession(deps.db, sid)
    await endSession(deps.db, { id: sid, user_id: id, ended_at: deps.now().toISOString() })
    return { msg: 'You are signed out.' }
  })

  serve(app, contract.logOutEverywhere, 'signedIn', async ({ session }) => {
    await endSessions(deps.db, session.id)
    return { msg: 'You are signed out on all devices.' }
  })

  serve(app, contract.listPermissions, 'signedIn', ({ session }) => listPermissions(deps.db, session))
}
