import { srcSet as demandDark } from 'virtual:picture/demand-dark'
import { srcSet as demandLight } from 'virtual:picture/demand-light'
import { srcSet as heroDark } from 'virtual:picture/hero-dark'
import { srcSet as heroLight } from 'virtual:picture/hero-light'
import phoneDark from 'virtual:picture/phone-dark'
import phoneLight from 'virtual:picture/phone-light'
import { srcSet as readyDark } from 'virtual:picture/ready-dark'
import { srcSet as readyLight } from 'virtual:picture/ready-light'
import deskDark from 'virtual:picture/snapshot-desk-dark'
import deskLight from 'virtual:picture/snapshot-desk-light'
import doorDark from 'virtual:picture/snapshot-door-dark'
import doorLight from 'virtual:picture/snapshot-door-light'
import microphoneDark from 'virtual:picture/snapshot-microphone-dark'
import microphoneLight from 'virtual:picture/snapshot-microphone-light'
import windowDark from 'virtual:picture/snapshot-window-dark'
import windowLight from 'virtual:picture/snapshot-window-light'
import { srcSet as streetDark } from 'virtual:picture/street-dark'
import { srcSet as streetLight } from 'virtual:picture/street-light'
import { srcSet as townDark } from 'virtual:picture/town-dark'
import { srcSet as townLight } from 'virtual:picture/town-light'
import type { Drawing } from '#web/ui/picture.tsx'

const room = (light: string, dark: string): Drawing => ({ light, dark, width: 1280, height: 800 })
const square = (light: string, dark: string): Drawing => ({ light, dark, width: 640, height: 640 })

export const hero = room(heroLight, heroDark)
export const phone: Drawing = { light: phoneLight, dark: phoneDark, width: 640, height: 640 }
export const town = room(townLight, townDark)

export const work = {
  ready: room(readyLight, readyDark),
  near: room(streetLight, streetDark),
  demand: room(demandLight, demandDark),
}

export const snapshots = {
  desk: square(deskLight, deskDark),
  window: square(windowLight, windowDark),
  microphone: square(microphoneLight, microphoneDark),
  door: square(doorLight, doorDark),
}
