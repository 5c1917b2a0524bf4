import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, Id, Language, orUnsaid } from './primitives.ts'
import { UserName } from './users.ts'

/** Kept in the browser under `token`. */
export const SessionClaims = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  admin: z.boolean(),
  /** Seconds since 1970, as in every JWT. */
  exp: z.number(),
  /** The id and the start of the session, which stay the same when a token is renewed. Older tokens have neither. */
  sid: z.string().max(100).optional(),
  auth_time: z.number().optional(),
})
export type SessionClaims = z.infer<typeof SessionClaims>

/** For the person; the same whether or not the server found anything. */
export const Told = z.object({ msg: z.string() })

export const FEWEST_PASSWORD_CHARACTERS = 10
const MOST_PASSWORD_CHARACTERS = 200

const TOO_LONG = 'Should have at most 200 characters'

const Password = z.string().min(1, 'Cannot be empty').max(MOST_PASSWORD_CHARACTERS, TOO_LONG)

/** The server also refuses common passwords. */
export const NewPassword = z
  .string()
  .min(FEWEST_PASSWORD_CHARACTERS, 'Should have at least 10 characters')
  .max(MOST_PASSWORD_CHARACTERS, TOO_LONG)

export const Credentials = z.object({ email: Email, password: Password })
export type Credentials = z.infer<typeof Credentials>

/** If set, signing in cancels a pending deletion of the account. */
const undo_deletion = z.boolean().optional()

const SignIn = Credentials.extend({ undo_deletion })
export type SignIn = z.infer<typeof SignIn>

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/sign_in',
  summary: 'Sign in with email and password; returns the session token',
  body: SignIn,
  reply: z.string(),
})

export const signInWithGoogle = endpoint({
  method: 'POST',
  path: '/api/users/auth/google/signin',
  summary: 'Sign in with Google; the first time, this creates the account',
  body: z.object({
    /** The ID token of Google Identity Services, despite its name. */
    access_token: z.string().min(1, 'Cannot be empty').max(10_000),
    undo_deletion,
  }),
  reply: z.object({
    access_token: z.string(),
    user: z.object({ id: Id, name: z.string(), email: z.string(), admin: z.boolean() }),
  }),
})

export const SignUp = z.object({
  name: UserName,
  email: Email,
  password: NewPassword,
  /** Of the mails. */
  language: orUnsaid(Language),
})
export type SignUp = z.infer<typeof SignUp>

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/sign_up',
  summary: 'Sign up; the account exists once the link in the email is used',
  body: SignUp,
  reply: Told,
})

const LinkToken = z.string().min(1, 'Cannot be empty').max(2000)

export const confirmSignUp = endpoint({
  method: 'POST',
  path: '/api/auth/confirm_sign_up',
  summary:
    'Confirm a sign-up with the link in the email and the chosen password; using it again gives the same answer',
  body: z.object({ token: LinkToken, password: Password }),
  reply: Told.extend({ email: z.string() }),
})

export const requestPasswordLink = endpoint({
  method: 'POST',
  path: '/api/auth/reset_password',
  summary: 'Request an email with a link to set a new password',
  body: z.object({ email: Email }),
  reply: Told,
})

const passwordLinkParams = z.object({ token: LinkToken })

export const getPasswordLink = endpoint({
  method: 'GET',
  path: '/api/auth/reset_password/:token',
  summary: 'Whose password the link in the email sets, and what its form must ask; the link stays usable',
  params: passwordLinkParams,
  reply: z.object({
    /** The account whose password it sets. */
    email: z.string(),
    has_google: z.boolean(),
    /** Null when none is connected, or its address is not known. */
    google_email: z.string().nullable(),
  }),
})

/** Without it, a connected Google account can no longer sign in after the change. */
const keep_google = z.boolean().optional()

export const setPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset_password/:token',
  summary: 'Set a new password with the link in the email; ends all other sessions and sign-in with Google',
  params: passwordLinkParams,
  body: z.object({ password: NewPassword, undo_deletion, keep_google }),
  reply: z.object({ token: z.string() }),
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/users/change_password/',
  summary:
    "Change the caller's password; ends all other sessions and sign-in with Google, and returns a new token",
  body: z.object({ current_password: Password, new_password: NewPassword, keep_google }),
  reply: z.string(),
})

export const logOut = endpoint({
  method: 'POST',
  path: '/api/auth/log_out',
  summary: 'End the session of the token, including every token renewed from it',
  reply: Told,
})

export const logOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/auth/log_out_everywhere',
  summary: 'End all sessions of the caller, including this one',
  reply: Told,
})

/** A permission without an office or business holds for all of them. */
export const Permission = z
  .object({
    permission: z.enum([
      'book',
      'view_active_sessions',
      'view_orders_and_payouts',
      'manage_company_credits',
      'administer',
    ]),
    office_id: Id.nullable(),
    business_id: Id.nullable(),
  })
  .meta({ id: 'Permission' })
export type Permission = z.infer<typeof Permission>

export const listPermissions = endpoint({
  method: 'GET',
  path: '/api/permissions/',
  summary: 'The effective rights of the caller',
  reply: z.array(Permission),
})
