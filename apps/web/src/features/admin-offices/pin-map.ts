import L from 'leaflet'
import classes from '#web/features/admin-offices/forms.module.css'
import { drawGroundMap, type GroundWords } from '#web/ui/ground-map.ts'
import type { Point } from '#web/ui/map-shapes.ts'

type Options = GroundWords & {
  pin: Point | null
  pinLabel: string
  onMove: (lat: number, lon: number) => void
}

type Other = { name: string; lat: number; lon: number }

export type PinMap = {
  element: HTMLElement | undefined
  setPin: (pin: Point | null) => void
  setOthers: (others: Other[]) => void
  remove: () => void
}

const WHOLE_COUNTRY: Point = [31.6, 34.95]
const COUNTRY_ZOOM = 7
const STREET_ZOOM = 13
const PIN = `<svg viewBox="0 0 28 40" aria-hidden="true"><path d="M14 1a13 13 0 0 0-13 13c0 9.5 13 25 13 25s13-15.5 13-25A13 13 0 0 0 14 1Z"/><circle cx="14" cy="14" r="5"/></svg>`

const named = (name: string | undefined): string => name ?? ''

export function drawPinMap(host: HTMLElement, options: Options): PinMap {
  const { map, remove } = drawGroundMap(host, {
    ...options,
    isNumbered: true,
    center: options.pin ?? WHOLE_COUNTRY,
    zoom: options.pin ? STREET_ZOOM : COUNTRY_ZOOM,
  })
  const others = L.layerGroup().addTo(map)
  const pin = addPin(map, options)

  return {
    element: pin.getElement(),
    setPin: (place) => {
      pin.getElement()?.classList.toggle(named(classes.ghost), place === null)
      if (!place || pin.getLatLng().equals(place, 1e-7)) return
      const wasFar = !map.getBounds().contains(place)
      pin.setLatLng(place)
      if (wasFar) map.setView(place, Math.max(map.getZoom(), STREET_ZOOM), { animate: false })
    },
    setOthers: (locations) => {
      others.clearLayers()
      for (const { name, lat, lon } of locations)
        L.circleMarker([lat, lon], { radius: 5, className: named(classes.otherOffice) })
          .bindTooltip(name)
          .addTo(others)
    },
    remove,
  }
}

function addPin(map: L.Map, { pin: place, pinLabel, onMove }: Options): L.Marker {
  const pin = L.marker(place ?? map.getCenter(), {
    draggable: true,
    autoPan: true,
    alt: pinLabel,
    icon: L.divIcon({
      html: PIN,
      className: `${named(classes.pin)} ${place ? '' : named(classes.ghost)}`.trim(),
      iconSize: [28, 40],
      iconAnchor: [14, 39],
    }),
  }).addTo(map)

  function settle(to: L.LatLng) {
    const { lat, lng } = to.wrap()
    pin.setLatLng([lat, lng])
    map.panInside([lat, lng], { padding: [40, 48], animate: false })
    onMove(lat, lng)
  }

  pin.on('drag', () => {
    const { lat, lng } = pin.getLatLng().wrap()
    onMove(lat, lng)
  })
  map.on('click', ({ latlng }) => settle(latlng))
  const element = pin.getElement()
  element?.setAttribute('aria-label', pinLabel)
  element?.addEventListener('keydown', (event) => {
    if (!moveByKey(map, pin, event, settle)) return
    event.preventDefault()
    event.stopPropagation()
  })
  return pin
}

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Arrow keys move the pin by ten pixels, or by one with Shift; plus and minus zoom. */
function moveByKey(
  map: L.Map,
  pin: L.Marker,
  { key, shiftKey }: KeyboardEvent,
  settle: (to: L.LatLng) => void,
): boolean {
  if (key === '+' || key === '=' || key === '-') {
    map.setZoomAround(pin.getLatLng(), map.getZoom() + (key === '-' ? -1 : 1), { animate: false })
    return true
  }
  const arrow = ARROWS[key]
  if (!arrow) return false
  const step = shiftKey ? 1 : 10
  const from = map.project(pin.getLatLng())
  settle(map.unproject(from.add([arrow[0] * step, arrow[1] * step])))
  return true
}
