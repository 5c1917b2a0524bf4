import type { OrderAccess } from '@keyhour/contract/access'

/** Backslash, semicolon, comma, colon and quote mean something in it. */
const escaped = (text: string): string => text.replaceAll(/[\\;,:"]/g, (sign) => `\\${sign}`)

/** What a phone's camera understands as a network to join. */
export const wifiText = (name: string, password: string | null): string =>
  password ? `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;` : `WIFI:T:nopass;S:${escaped(name)};;`

/** 482 913: read out and typed in parts. */
export const spacedCode = (code: string): string => code.replaceAll(/\B(?=(...)+$)/g, ' ')

export const hasNothing = ({ wifi_name, door_code, doors }: OrderAccess): boolean =>
  wifi_name === null && door_code === null && doors.length === 0

const HOUR_MS = 3_600_000
/** From here on every second is counted. */
export const isNear = (leftMs: number): boolean => leftMs < HOUR_MS
