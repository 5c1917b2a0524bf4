import type { DoorAccountForm, HubTest } from '@keyhour/contract/hubs'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { cloudOf } from '#server/features/grants/at-its-hub.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { findAccountOffice, keepDoorAccount } from '#server/features/hubs/account-queries.ts'
import { testHub } from '#server/features/hubs/test-hub.ts'
import { badField, orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Saved even if the test fails, with the failure: it may work tomorrow. */
export async function saveDoorAccount(
  deps: Deps,
  office_id: number,
  { secret: typed, ...form }: DoorAccountForm,
  by: Actor,
): Promise<HubTest> {
  const { db, secrets } = deps
  const { provider, ...settings } = form
  const known = await findAccountOffice(db, { office_id, provider })
  const { org_id, credentials_sealed } = orMissing(known, 'This office does not exist.')
  const secret = typed ?? (credentials_sealed && secretIn(JSON.parse(secrets.open(credentials_sealed))))
  if (!secret) throw badField('secret', 'Cannot be empty')
  const credentials = credentialsOf(form, secret)
  const hub = cloudOf({ kind: provider, org_id, ...settings, ...credentials })
  if (!hub) throw new Refusal('conflict', 'Please save the Openpath Org ID of this office first.')
  const test = await testHub(deps, hub)
  const now = deps.now()
  await db.transaction(async (db) => {
    await keepDoorAccount(db, {
      office_id,
      provider,
      settings,
      credentials_sealed: secrets.seal(JSON.stringify(credentials)),
      state: test.works ? 'connected' : 'failing',
      failure: test.failure,
      connected_by: by.session.id,
      connected_at: now.toISOString(),
    })
    await followDoors(deps, db, office_id)
    await tellOfficeChanged(db, office_id)
    const act = {
      action: 'connect doors',
      subject: 'office',
      subject_id: office_id,
      details: { provider },
    } as const
    await auditAct(db, by, act, now)
  })
  return test
}

type Account = Omit<DoorAccountForm, 'secret'> & { email?: string }
type Credentials = { sign_in?: { password?: string }; secret?: string }

const credentialsOf = ({ provider, email }: Account, secret: string): object =>
  provider === 'openpath' ? { sign_in: { email, password: secret } } : { secret }

const secretIn = ({ sign_in, secret }: Credentials): string | undefined => sign_in?.password ?? secret
