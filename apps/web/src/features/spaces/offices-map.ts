import type { Position } from '@keyhour/contract/space-filter'
import 'leaflet/dist/leaflet.css'
import type { Language } from '@keyhour/contract/primitives'
import type { Tiles } from '@keyhour/contract/public-page'
import type { FoundOffice } from '@keyhour/contract/spaces'
import L from 'leaflet'
import classes from '#web/features/spaces/map.module.css'
import { mainRegionOf } from '#web/features/spaces/rules.ts'
import en from '#web/texts/en/map.json'
import he from '#web/texts/he/map.json'
import { createTexts } from '#web/texts/plain-texts.ts'
import { cityAround, drawGroundMap, type MapLabel as GroundPlace } from '#web/ui/ground-map.ts'
import type { Point } from '#web/ui/map-shapes.ts'

type Options = {
  language: Language
  tiles: Tiles | null
  addressOf: (office: FoundOffice) => string
  /** On the pin, and in words. */
  priceOf: (office: FoundOffice) => string
  describe: (office: FoundOffice) => string
  describeGroup: (spaces: number) => string
  hereWords: (city: string | undefined) => string
  closeWord: string
  onPoint: (officeId: number | null) => void
  onChoose: (officeId: number) => void
}

export type OfficesMap = {
  setOffices: (offices: FoundOffice[], place: Position | null) => void
  setPosition: (position: Position | null) => void
  pointAt: (officeId: number | null) => void
  remove: () => void
}

const HOME: Point = [31.9, 34.95]
const HOME_ZOOM = 7
const CITY_ZOOM = 11
/** Without tiles there is nothing but coasts to see from nearer. */
const CLOSEST = { withTiles: 15, drawn: 13 }
/** The map begins with what is this near to the visitor. */
const NEAR_M = 60_000
const IN_FRONT = 1000
const PIN_HEIGHT = 32
const PIN_PADDING = 24
const LETTER = 9
const GROUP = 40
const SPOT = 24
/** Between pins, in pixels. */
const GAP = 4

const named = (name: string | undefined): string => name ?? ''

const groundWords = (language: Language) => {
  const t = createTexts(language === 'he' ? he : en, language)
  return { zoomIn: t('zoomIn'), zoomOut: t('zoomOut'), north: t('north'), language }
}

/** All offices found, each with its price; where pins would overlap, they share one until the map is zoomed in. */
export function drawOfficesMap(host: HTMLElement, options: Options): OfficesMap {
  const { map, setPlaces, remove } = drawGroundMap(host, {
    ...groundWords(options.language),
    tiles: options.tiles,
    center: HOME,
    zoom: HOME_ZOOM,
  })
  const maxZoom = options.tiles ? CLOSEST.withTiles : CLOSEST.drawn
  const markers = L.layerGroup().addTo(map)
  const here = L.layerGroup().addTo(map)
  let offices: FoundOffice[] = []
  let visitor: Position | null = null
  let pointed: number | null = null
  let drawn: { ids: number[]; marker: L.Marker }[] = []

  function highlight(): void {
    for (const { ids, marker } of drawn) {
      const isPointedAt = pointed !== null && ids.includes(pointed)
      marker.getElement()?.classList.toggle(named(classes.pointed), isPointedAt)
      marker.setZIndexOffset(isPointedAt ? IN_FRONT : 0)
    }
  }

  function draw(): void {
    markers.clearLayers()
    const groups = groupsOf(offices, map, options)
    drawn = groups.map((group) => {
      const marker = markerOf(group, map, { ...options, maxZoom }).addTo(markers)
      return { ids: group.map(({ office_id }) => office_id), marker }
    })
    setPlaces(groups.map((group) => placeOf(group, options)))
    highlight()
  }

  /** Around the visitor if there is anything, else where most spaces are, else the place that was searched. */
  function frame(place: Position | null): void {
    const own: Point | null = visitor && [visitor.lat, visitor.lon]
    const near = own ? pointsOf(offices).filter((point) => map.distance(own, point) <= NEAR_M) : []
    const bounds = L.latLngBounds(own && near.length > 0 ? [own, ...near] : pointsOf(mainRegionOf(offices)))
    if (bounds.isValid()) map.fitBounds(bounds, { padding: [56, 48], maxZoom, animate: false })
    else if (place) map.setView([place.lat, place.lon], CITY_ZOOM, { animate: false })
  }

  map.on('zoomend', draw)
  map.on('popupopen', ({ popup }) =>
    popup
      .getElement()
      ?.querySelector('.leaflet-popup-close-button')
      ?.setAttribute('aria-label', options.closeWord),
  )
  return {
    setOffices: (next, place) => {
      offices = next
      frame(place)
      draw()
    },
    setPosition: (position) => {
      here.clearLayers()
      visitor = position
      if (!position) return
      const at: Point = [position.lat, position.lon]
      const words = options.hereWords(cityAround(map, at, options.language))
      L.circleMarker(at, { radius: 8, interactive: false, className: named(classes.here) })
        .bindTooltip(() => hereLabel(words), { permanent: true, direction: 'bottom', offset: [0, 8] })
        .addTo(here)
      frame(null)
    },
    pointAt: (officeId) => {
      pointed = officeId
      highlight()
    },
    remove,
  }
}

function hereLabel(words: string): HTMLElement {
  const label = document.createElement('span')
  label.textContent = words
  label.dir = 'auto'
  return label
}

const pointsOf = (offices: FoundOffice[]): Point[] => offices.map(({ lat, lon }) => [lat, lon])

const sizeOf = (office: FoundOffice, { priceOf }: Options): [number, number] => [
  Math.max(GROUP, priceOf(office).length * LETTER + PIN_PADDING),
  PIN_HEIGHT,
]

function groupsOf(offices: FoundOffice[], map: L.Map, options: Options): FoundOffice[][] {
  const groups: { at: L.Point; width: number; members: FoundOffice[] }[] = []
  for (const office of offices) {
    const at = map.project([office.lat, office.lon])
    const [width, height] = sizeOf(office, options)
    const near = groups.find(
      (group) =>
        Math.abs(group.at.x - at.x) < (group.width + width) / 2 + GAP &&
        Math.abs(group.at.y - at.y) < Math.max(height, GROUP) + GAP,
    )
    if (near && map.getZoom() < map.getMaxZoom()) near.members.push(office)
    else groups.push({ at, width, members: [office] })
  }
  return groups.map(({ members }) => members)
}

/** Only a pin of a single office has its name. */
function placeOf([office, ...others]: FoundOffice[], options: Options): GroundPlace {
  const { lat, lon, name } = office as FoundOffice
  if (others.length > 0) return { at: [lat, lon], size: [GROUP, GROUP] }
  return { at: [lat, lon], size: sizeOf(office as FoundOffice, options), name }
}

function markerOf(group: FoundOffice[], map: L.Map, options: Options & { maxZoom: number }): L.Marker {
  const [office] = group as [FoundOffice]
  const isGroup = group.length > 1
  const spaces = group.reduce((sum, member) => sum + member.spaces, 0)
  const words = isGroup ? options.describeGroup(spaces) : options.describe(office)
  const badge = document.createElement('span')
  badge.textContent = isGroup ? String(spaces) : options.priceOf(office)
  const look = isGroup ? classes.group : isShut(office) ? classes.shut : ''
  const marker = L.marker([office.lat, office.lon], {
    alt: words,
    riseOnHover: true,
    icon: L.divIcon({
      html: badge,
      className: `${named(classes.marker)} ${named(look)}`.trim(),
      iconSize: isGroup ? [GROUP, GROUP] : sizeOf(office, options),
    }),
  })
  if (isGroup) {
    const bounds = L.latLngBounds(group.map(({ lat, lon }) => [lat, lon]))
    marker.on('click', () => map.fitBounds(bounds, { padding: [64, 64], maxZoom: options.maxZoom + 2 }))
  } else {
    marker.bindPopup(() => popupOf(office, options), { offset: [0, -8], className: named(classes.popup) })
    marker.on('click', () => options.onChoose(office.office_id))
    marker.on('mouseover', () => options.onPoint(office.office_id))
    marker.on('mouseout', () => options.onPoint(null))
  }
  marker.on('add', () => marker.getElement()?.setAttribute('aria-label', words))
  return marker
}

const isShut = ({ coming_soon, temporarily_closed }: FoundOffice): boolean =>
  coming_soon || temporarily_closed

function popupOf(office: FoundOffice, { language, addressOf, describe }: Options): HTMLElement {
  const link = document.createElement('a')
  link.href = addressOf(office)
  link.textContent = describe(office)
  link.dir = language === 'he' ? 'rtl' : 'ltr'
  link.className = named(classes.office)
  return link
}

type PlaceOptions = {
  language: Language
  tiles: Tiles | null
  office: { name: string; lat: number; lon: number }
}

const STREET_ZOOM = 14

export function drawPlaceMap(host: HTMLElement, { language, tiles, office }: PlaceOptions): () => void {
  const { map, setPlaces, remove } = drawGroundMap(host, {
    ...groundWords(language),
    tiles,
    center: [office.lat, office.lon],
    zoom: tiles ? STREET_ZOOM : HOME_ZOOM + 3,
  })
  L.marker([office.lat, office.lon], {
    interactive: false,
    keyboard: false,
    alt: office.name,
    icon: L.divIcon({ className: named(classes.spot), iconSize: [SPOT, SPOT] }),
  }).addTo(map)
  setPlaces([{ at: [office.lat, office.lon], size: [SPOT, SPOT], name: office.name }])
  return remove
}
