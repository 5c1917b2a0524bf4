import {
  type Device,
  DeviceForm,
  type HomeAssistant,
  HomeAssistantForm,
  type HomeAssistantUpdate,
} from '@keyhour/contract/access'
import { FIRST_PAGE, readPage, readSearched, writeInto } from '#web/ui/wish.ts'

/** What a list is asked for; all of it stands in the address. */
export type AccessWish = { page: number; page_size: number; q: string }

const FIRST_WISH: AccessWish = { ...FIRST_PAGE, q: '' }

export const readWish = (search: URLSearchParams): AccessWish => ({
  ...readPage(search),
  q: readSearched(search, 'q'),
})

/** The same address with another wish, from its first page unless told. */
export const writeWish = (address: URLSearchParams, change: Partial<AccessWish>): URLSearchParams =>
  writeInto(address, { ...readWish(address), page: 1, ...change }, FIRST_WISH, {
    page: 'page',
    page_size: 'size',
    q: 'q',
  })

type Named = { id: number; name: string }

export const nameOfOffice = (offices: readonly Named[], id: number): string | undefined =>
  offices.find((office) => office.id === id)?.name

/** What stands in a form: texts only, the office by its id. */
export type DeviceDraft = { name: string; office_id: string; home_assistant_id: string; type: string }
export type HubDraft = { url: string; token: string; office_id: string }

export const deviceDraft = (device: Device | null): DeviceDraft => ({
  name: device?.name ?? '',
  office_id: device ? String(device.office_id) : '',
  home_assistant_id: device?.home_assistant_id ?? '',
  type: device?.type ?? '',
})

export const hubDraft = (hub: HomeAssistant | null): HubDraft => ({
  url: hub?.url ?? '',
  token: hub?.token ?? '',
  office_id: hub ? String(hub.office_id) : '',
})

/** What is typed is the hub's language, not the reader's. */
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

/** One for each field: first of all, that nothing is in it. */
function mistakesOf<Draft extends Record<string, string>>(draft: Draft, checked: Checked): Mistakes<Draft> {
  const mistakes: Record<string, string> = {}
  for (const { path, message } of checked.error?.issues ?? []) mistakes[String(path[0])] ??= message
  for (const [field, text] of Object.entries(draft)) if (text.trim() === '') mistakes[field] = EMPTY
  return mistakes as Mistakes<Draft>
}

export const deviceForm = (draft: DeviceDraft): DeviceForm => ({
  ...draft,
  office_id: Number(draft.office_id),
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

/** The token shows masked; unless it was typed over, it stays as it is. */
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

/** How a lock says that it stands, as far as there are words for it. */
export const isKnownState = (state: string): state is (typeof STATES)[number] =>
  STATES.some((known) => known === state)

const COLORS: Record<string, 'free' | 'danger'> = {
  unlocked: 'free',
  open: 'free',
  jammed: 'danger',
  unavailable: 'danger',
}

/** Green means open, red means trouble. */
export const colorOfState = (state: string): 'free' | 'danger' | 'gray' => COLORS[state] ?? 'gray'
