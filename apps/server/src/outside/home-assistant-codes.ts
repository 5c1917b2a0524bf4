import { z } from 'zod'
import { type CodePut, type Done, type DoorCode, DoorFailed } from '#server/outside/door-driver.ts'
import type { Talk } from '#server/outside/home-assistant-talk.ts'
import { parseJson } from '#server/outside/line.ts'

const Services = z.array(z.object({ domain: z.string(), services: z.record(z.string(), z.unknown()) }))
const Slot = z.object({ usercode: z.string().nullish(), in_use: z.boolean().nullish() })
const Codes = z.object({ service_response: z.record(z.string(), z.record(z.string(), Slot)) })

/** Each integration ignores locks of other integrations. */
const CODE_SERVICES = [
  { domain: 'zwave_js', put: 'set_lock_usercode', field: 'usercode', clear: 'clear_lock_usercode' },
  { domain: 'zha', put: 'set_lock_user_code', field: 'user_code', clear: 'clear_lock_user_code' },
] as const

export async function putCode(hub: Talk, id: string, { pin, slot }: DoorCode): Promise<CodePut> {
  refuseBadSlot(slot)
  const services = await codeServicesFor(hub, id)
  const found = await readSlot(hub, id, { slot, services })
  if (found?.in_use && !isCode(found.usercode, pin)) throw new DoorFailed('slot_taken')
  const ref = String(slot)
  if (found?.in_use && found.usercode === pin) return { ref, confirmed: true }

  for (const { domain, put, field } of services.known)
    await hub.call(`${domain}/${put}`, { entity_id: id, code_slot: slot, [field]: pin })
  if (!found) return { ref, confirmed: false }
  const kept = await readSlot(hub, id, { slot, services })
  if (!kept?.in_use || !isCode(kept.usercode, pin)) throw new DoorFailed('refused')
  return { ref, confirmed: true }
}

export async function removeCode(hub: Talk, id: string, slot: number): Promise<Done> {
  refuseBadSlot(slot)
  const services = await codeServicesFor(hub, id)
  for (const { domain, clear } of services.known)
    await hub.call(`${domain}/${clear}`, { entity_id: id, code_slot: slot })
  const left = await readSlot(hub, id, { slot, services })
  if (left?.in_use) throw new DoorFailed('refused')
  return { confirmed: left !== undefined }
}

type CodeServices = { known: (typeof CODE_SERVICES)[number][]; canRead: boolean }

async function codeServicesFor(hub: Talk, id: string): Promise<CodeServices> {
  if (!id.startsWith('lock.')) throw new DoorFailed('cannot_hold_codes')
  const { state } = await hub.read(id)
  if (state === 'unavailable') throw new DoorFailed('unavailable')
  const services = await hub.get('/api/services', Services)
  const has = (domain: string, service: string) =>
    services.some((one) => one.domain === domain && Object.hasOwn(one.services, service))
  const known = CODE_SERVICES.filter(({ domain, put, clear }) => has(domain, put) && has(domain, clear))
  if (known.length === 0) throw new DoorFailed('cannot_hold_codes')
  return { known, canRead: has('zwave_js', 'get_lock_usercode') }
}

/** Undefined where codes cannot be read back: Zigbee locks and old hubs. */
async function readSlot(
  hub: Talk,
  id: string,
  { slot, services }: { slot: number; services: CodeServices },
): Promise<z.infer<typeof Slot> | undefined> {
  if (!services.canRead) return undefined
  const service = 'zwave_js/get_lock_usercode?return_response'
  const { text } = await hub.call(service, { entity_id: id, code_slot: slot })
  const codes = Codes.safeParse(parseJson(text))
  const found = codes.success ? codes.data.service_response[id]?.[String(slot)] : undefined
  const isZWaveOnly = services.known.every(({ domain }) => domain === 'zwave_js')
  if (!found && isZWaveOnly) throw new DoorFailed('cannot_hold_codes')
  return found
}

/** Some locks show stars instead of digits. */
const isCode = (shown: string | null | undefined, pin: string): boolean =>
  shown === pin || /^\*+$/.test(shown ?? '')

function refuseBadSlot(slot: number): void {
  if (!Number.isInteger(slot) || slot < 1 || slot > 254) throw new DoorFailed('refused')
}
