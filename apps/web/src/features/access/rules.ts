import { type Device, DeviceForm } from '@keyhour/contract/access'
import type { LockCode } from '@keyhour/contract/grants'
import { type HomeAssistant, HomeAssistantForm, type HomeAssistantUpdate } from '@keyhour/contract/hubs'
import { listView, readText, type ViewOf } from '#web/ui/list-view.ts'

export const doorsView = listView({ q: '' }, { q: readText })
export type DoorsView = ViewOf<typeof doorsView>

type Named = { id: number; name: string; name_he?: string | null | undefined }

/** Typing finds the Hebrew name too. */
export const choiceOf = ({ id, name, name_he }: Named) => ({
  value: String(id),
  label: name,
  searched: name_he ?? '',
})

export function countByDoor(codes: readonly LockCode[]): { id: number; name: string; count: number }[] {
  const doors = new Map<number, { id: number; name: string; count: number }>()
  for (const { device_id: id, device_name: name } of codes)
    doors.set(id, { id, name, count: (doors.get(id)?.count ?? 0) + 1 })
  return [...doors.values()]
}

/** Form inputs hold only text, so ids are strings. */
export type DeviceDraft = {
  name: string
  office_id: string
  /** Empty for the whole office. */
  sub_office_ids: string[]
  home_assistant_id: string
  type: string
}
export type HubDraft = { url: string; token: string; office_id: string }

export const deviceDraft = (device: Device | null): DeviceDraft => ({
  name: device?.name ?? '',
  office_id: device ? String(device.office_id) : '',
  sub_office_ids: (device?.sub_office_ids ?? []).map(String),
  home_assistant_id: device?.home_assistant_id ?? '',
  type: device?.type ?? '',
})

export const hubDraft = (hub: HomeAssistant | null): HubDraft => ({
  url: hub?.url ?? '',
  token: hub?.token ?? '',
  office_id: hub ? String(hub.office_id) : '',
})

/** Not translated: the hub expects these formats in every language. */
export const EXAMPLE = {
  home_assistant_id: 'lock.front_door',
  type: 'lock',
  url: 'https://hub.example:8123',
}

const EMPTY = 'Cannot be empty'

type Mistakes<Draft> = Partial<Record<keyof Draft, string>>
type Checked = {
  success: boolean
  error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined
}

/** One message per field; an empty field is reported as empty and nothing else. */
function mistakesOf<Draft extends Record<string, string | string[]>>(
  draft: Draft,
  checked: Checked,
): Mistakes<Draft> {
  const mistakes: Record<string, string> = {}
  for (const { path, message } of checked.error?.issues ?? []) mistakes[String(path[0])] ??= message
  for (const [field, text] of Object.entries(draft))
    if (typeof text === 'string' && text.trim() === '') mistakes[field] = EMPTY
  return mistakes as Mistakes<Draft>
}

export const deviceForm = (draft: DeviceDraft): DeviceForm => ({
  ...draft,
  office_id: Number(draft.office_id),
  sub_office_ids: draft.sub_office_ids.map(Number),
})
export const mistakesInDevice = (draft: DeviceDraft): Mistakes<DeviceDraft> =>
  mistakesOf(draft, DeviceForm.safeParse(deviceForm(draft)))

export const hubForm = (draft: HubDraft): HomeAssistantForm => ({
  url: draft.url.trim(),
  token: draft.token,
  office_id: Number(draft.office_id),
})
export const mistakesInHub = (draft: HubDraft): Mistakes<HubDraft> =>
  mistakesOf(draft, HomeAssistantForm.safeParse(hubForm(draft)))

/** The token is masked; it is sent only if the admin typed a new one. */
export function hubUpdate(draft: HubDraft, read: HomeAssistant): HomeAssistantUpdate {
  const { token, ...form } = hubForm(draft)
  return { ...form, ...(token !== read.token && { token }), version: read.version }
}

const STATES = [
  'locked',
  'unlocked',
  'locking',
  'unlocking',
  'open',
  'opening',
  'jammed',
  'unavailable',
  'unknown',
  'on',
  'off',
  'closed',
  'closing',
] as const

/** Hubs may report other states, which we cannot translate. */
export const isKnownState = (state: string): state is (typeof STATES)[number] =>
  STATES.some((known) => known === state)

const COLORS: Record<string, 'free' | 'danger'> = {
  unlocked: 'free',
  open: 'free',
  jammed: 'danger',
  unavailable: 'danger',
}

export const colorOfState = (state: string): 'free' | 'danger' | 'gray' => COLORS[state] ?? 'gray'
