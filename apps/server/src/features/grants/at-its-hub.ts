import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { findHubsOf } from '#server/features/grants/door-queries.ts'
import { type Door, DoorFailed, type HomeAssistantHub, type Hub } from '#server/outside/door-driver.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

type Means = { db: Db; secrets: Secrets }

/** Both null when unknown. A cloud has no `hub_id`. */
export type CodeHub = { hub_kind: Hub['kind'] | null; hub_id: number | null }

export type KnownDoor = { office_id: number; home_assistant_id: string } & Partial<CodeHub>

type DoorAtHub = Door & CodeHub

/**
 * Does `work` at the hub that knows the door, trying each hub of the office in turn. If none works, throws the most
 * telling failure. With a `hub_kind`, tries only that hub.
 */
export async function atItsHub<T>(
  means: Means,
  door: KnownDoor,
  work: (door: DoorAtHub) => Promise<T>,
): Promise<T> {
  let trouble = new DoorFailed('not_set_up')
  for (const found of await listDoorAtHubs(means, door)) {
    try {
      return await work(found)
    } catch (error) {
      if (!(error instanceof DoorFailed) || error.mayHaveWorked) throw error
      if (trouble.reason === 'not_set_up' || trouble.reason === 'unknown_door') trouble = error
    }
  }
  throw trouble
}

/** Clouds are used only by offices without a hub. */
async function listDoorAtHubs({ db, secrets }: Means, door: KnownDoor): Promise<DoorAtHub[]> {
  const { hubs, office, accounts } = await findHubsOf(db, door.office_id)
  const own = hubs.map((hub) => ({
    hub: openHub(secrets, hub),
    id: door.home_assistant_id,
    hub_kind: 'home_assistant' as const,
    hub_id: hub.id,
  }))
  const clouds = accounts.flatMap(({ provider, settings, credentials_sealed }) => {
    const credentials = credentials_sealed === null ? {} : JSON.parse(secrets.open(credentials_sealed))
    const hub = cloudOf({ kind: provider, org_id: office?.openpath_org_id, ...settings, ...credentials })
    const id = provider === 'openpath' ? office?.openpath_entry_id : office?.tuya_devices[0]
    return hub && id ? [{ hub, id, hub_kind: hub.kind, hub_id: null }] : []
  })
  const { hub_kind, hub_id } = door
  if (hub_kind) return [...own, ...clouds].filter((one) => one.hub_kind === hub_kind && one.hub_id === hub_id)
  return own.length > 0 ? own : clouds
}

export const openHub = (
  secrets: Secrets,
  { url, token_sealed }: { url: string; token_sealed: string },
): HomeAssistantHub => ({ kind: 'home_assistant', url, token: secrets.open(token_sealed) })

export const cloudOf = (account: object): Hub | undefined => Cloud.safeParse(account).data

/** As stored: ids in the settings, the rest encrypted. */
const Cloud: z.ZodType<Hub> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('openpath'),
    org_id: z.string(),
    user_id: z.string(),
    cloud_key_id: z.string(),
    sign_in: z.union([
      z.object({ token: z.string() }),
      z.object({ email: z.string(), password: z.string() }),
    ]),
  }),
  z.object({ kind: z.literal('tuya'), client_id: z.string(), secret: z.string() }),
])
