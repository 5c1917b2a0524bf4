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
import { logOutEverywhere } from '#server/features/auth/log-out-everywhere.ts'
import { requestPasswordLink } from '#server/features/auth/request-password-link.ts'
import { setPassword } from '#server/features/auth/set-password.ts'
import { signIn } from '#server/features/auth/sign-in.ts'
import { signInWithGoogle } from '#server/features/auth/sign-in-with-google.ts'
import { signUp } from '#server/features/auth/sign-up.ts'
import { languageOf } from '#server/http/preferences.ts'
import { on, type Routes } from '#server/http/routes.ts'

export const authRoutes: Routes = async (app, deps) => {
  app.route({
    ...on(contract.signIn, 'anybody'),
    handler: ({ body, ip }) => signIn(deps, body, ip),
  })

  app.route({
    ...on(contract.signInWithGoogle, 'anybody'),
    handler: (request) => signInWithGoogle(deps, request.body, languageOf(request)),
  })

  app.route({
    ...on(contract.signUp, 'anybody'),
    handler: ({ body, ip }) => signUp(deps, body, ip),
  })

  app.route({
    ...on(contract.confirmSignUp, 'anybody'),
    handler: ({ body }) => confirmSignUp(deps, body.token),
  })

  app.route({
    ...on(contract.requestPasswordLink, 'anybody'),
    handler: ({ body, ip }) => requestPasswordLink(deps, body.email, ip),
  })

  app.route({
    ...on(contract.setPassword, 'anybody'),
    handler: ({ params, body, ip }) => setPassword(deps, { ...body, token: params.token, ip }),
  })

  app.route({
    ...on(contract.changePassword, 'signedIn'),
    handler: ({ session, body }) => changePassword(deps, session, body),
  })

  app.route({
    ...on(connectGoogleCall, 'signedIn'),
    handler: (request) => connectGoogle(deps, request.body.access_token, request),
  })

  app.route({
    ...on(disconnectGoogleCall, 'signedIn'),
    handler: (request) => disconnectGoogle(deps, request),
  })

  app.route({
    ...on(contract.logOutEverywhere, 'signedIn'),
    handler: ({ session }) => logOutEverywhere(deps.db, session.id),
  })

  app.route({
    ...on(contract.listPermissions, 'signedIn'),
    handler: ({ session }) => listPermissions(deps.db, session),
  })
}
