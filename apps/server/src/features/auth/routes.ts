import * as contract from '@keyhour/contract/auth'
import {
  connectGoogle as connectGoogleCall,
  disconnectGoogle as disconnectGoogleCall,
} from '@keyhour/contract/users'
import { changePassword } from '#server/features/auth/change-password.ts'
import { confirmSignUp } from '#server/features/auth/confirm-sign-up.ts'
import { connectGoogle } from '#server/features/auth/connect-google.ts'
import { deviceOf, keepDevice } from '#server/features/auth/device.ts'
import { disconnectGoogle } from '#server/features/auth/disconnect-google.ts'
import { listPermissions } from '#server/features/auth/list-permissions.ts'
import { endSession, endSessions } from '#server/features/auth/queries.ts'
import { requestPasswordLink } from '#server/features/auth/request-password-link.ts'
import { getPasswordLink, setPassword } from '#server/features/auth/set-password.ts'
import { signIn } from '#server/features/auth/sign-in.ts'
import { signInWithGoogle } from '#server/features/auth/sign-in-with-google.ts'
import { signUp } from '#server/features/auth/sign-up.ts'
import { languageOf } from '#server/http/preferences.ts'
import { type Routes, serve } from '#server/http/routes.ts'

export const authRoutes: Routes = async (app, deps) => {
  serve(app, contract.signIn, 'anybody', async (request, reply) => {
    const device = deviceOf(request)
    const token = await signIn(deps, request.body, { ip: request.ip, device })
    keepDevice(reply, deps.config, device)
    return token
  })

  serve(app, contract.signInWithGoogle, 'anybody', async (request, reply) => {
    const device = deviceOf(request)
    const answer = await signInWithGoogle(deps, request.body, { language: languageOf(request), device })
    keepDevice(reply, deps.config, device)
    return answer
  })

  serve(app, contract.signUp, 'anybody', ({ body, ip }) => signUp(deps, body, ip))

  serve(app, contract.confirmSignUp, 'anybody', ({ body }) => confirmSignUp(deps, body))

  serve(app, contract.requestPasswordLink, 'anybody', ({ body, ip }) =>
    requestPasswordLink(deps, body.email, ip),
  )

  serve(app, contract.getPasswordLink, 'anybody', ({ params }) => getPasswordLink(deps, params.token))

  serve(app, contract.setPassword, 'anybody', async (request, reply) => {
    const device = deviceOf(request)
    const { body, params, ip } = request
    const answer = await setPassword(deps, {
      ...body,
      token: params.token,
      ip,
      device,
      requestId: request.id,
    })
    keepDevice(reply, deps.config, device)
    return answer
  })

  serve(app, contract.changePassword, 'signedIn', async (request, reply) => {
    const device = deviceOf(request)
    const given = { ...request.body, device, requestId: request.id }
    const token = await changePassword(deps, request.session, given)
    keepDevice(reply, deps.config, device)
    return token
  })

  serve(app, connectGoogleCall, 'signedIn', (request) => connectGoogle(deps, request.body, request))

  serve(app, disconnectGoogleCall, 'signedIn', (request) => disconnectGoogle(deps, request))

  serve(app, contract.logOut, 'signedIn', async ({ session: { id, sid } }) => {
    await endSession(deps.db, { id: sid, user_id: id, ended_at: deps.now().toISOString() })
    return { msg: 'You are signed out.' }
  })

  serve(app, contract.logOutEverywhere, 'signedIn', async ({ session }) => {
    await endSessions(deps.db, session.id)
    return { msg: 'You are signed out on all devices.' }
  })

  serve(app, contract.listPermissions, 'signedIn', ({ session }) => listPermissions(deps.db, session))
}
