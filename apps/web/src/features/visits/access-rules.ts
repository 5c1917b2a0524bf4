import type { OrderAccess } from '@keyhour/contract/access'

/** These characters have a meaning in the code. */
const escaped = (text: string): string => text.replaceAll(/[\\;,:"]/g, (sign) => `\\${sign}`)

/** The text of a QR code that joins a network. */
export const wifiText = (name: string, password: string | null): string =>
  password ? `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;` : `WIFI:T:nopass;S:${escaped(name)};;`

/** `482 913` is easier to read out. */
export const spacedCode = (code: string): string => code.replaceAll(/\B(?=(...)+$)/g, ' ')

export const hasNothing = ({ wifi_name, door_code, doors }: OrderAccess): boolean =>
  wifi_name === null && door_code === null && doors.length === 0

const HOUR_MS = 3_600_000
/** The last hour is counted down in seconds. */
export const isNear = (leftMs: number): boolean => leftMs < HOUR_MS

type Door = OrderAccess['doors'][number]

/**
 * The door that is probably next: the entrance, and right after that has opened, the door of the space. Without an
 * entrance of its own, the first one.
 */
export function likelyDoor(doors: readonly Door[], justOpened: number | null): Door | undefined {
  const entrance = doors.find(({ shared }) => shared)
  const own = doors.find(({ shared }) => !shared)
  const isInside = entrance !== undefined && entrance.id === justOpened
  return isInside ? (own ?? entrance) : (entrance ?? doors[0])
}
