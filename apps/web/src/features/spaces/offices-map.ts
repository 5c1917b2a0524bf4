import type { Position } from '@keyhour/contract/space-filter'
import 'leaflet/dist/leaflet.css'
import type { Language } from '@keyhour/contract/primitives'
import type { Tiles } from '@keyhour/contract/public-page'
import type { FoundOffice } from '@keyhour/contract/spaces'
import L from 'leaflet'
import classes from '#web/features/spaces/map.module.css'
import en from '#web/texts/en/map.json'
import he from '#web/texts/he/map.json'
import { createTexts } from '#web/texts/plain-texts.ts'
import { drawGroundMap, type MapLabel as GroundPlace } from '#web/ui/ground-map.ts'
import type { Point } from '#web/ui/map-shapes.ts'

type Place = Pick<FoundOffice, 'office_id' | 'name' | 'lat' | 'lon' | 'spaces'>

type Options = {
  language: Language
  tiles: Tiles | null
  addressOf: (officeId: number) => string
  describe: (office: Place) => string
  describeGroup: (spaces: number) => string
  closeWord: string
  onPoint: (officeId: number | null) => void
  onChoose: (officeId: number) => void
}

export type OfficesMap = {
  setOffices: (offices: Place[]) => void
  setPosition: (position: Position | null) => void
  pointAt: (officeId: number | null) => void
  remove: () => void
}

const HOME: Point = [31.9, 34.95]
const HOME_ZOOM = 7
const CLOSEST = 15
/** Offices closer than this many pixels share a marker. */
const APART = 44
const IN_FRONT = 1000
const MARKER = 36
const SPOT = 24

const named = (name: string | undefined): string => name ?? ''

const groundWords = (language: Language) => {
  const t = createTexts(language === 'he' ? he : en, language)
  return {
    zoomIn: t('zoomIn'),
    zoomOut: t('zoomOut'),
    north: t('north'),
    nameOf: (city: keyof (typeof en)['city']) => t(`city.${city}`),
  }
}

/** All offices found, each with its number of spaces; close ones share a marker until the map is zoomed in. */
export function drawOfficesMap(host: HTMLElement, options: Options): OfficesMap {
  const { map, setPlaces, remove } = drawGroundMap(host, {
    ...groundWords(options.language),
    tiles: options.tiles,
    center: HOME,
    zoom: HOME_ZOOM,
  })
  const markers = L.layerGroup().addTo(map)
  const here = L.layerGroup().addTo(map)
  let offices: Place[] = []
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
    const groups = groupsOf(offices, map)
    drawn = groups.map((group) => {
      const marker = markerOf(group, map, options).addTo(markers)
      return { ids: group.map(({ office_id }) => office_id), marker }
    })
    setPlaces(groups.map(placeOf))
    highlight()
  }

  map.on('zoomend', draw)
  map.on('popupopen', ({ popup }) =>
    popup
      .getElement()
      ?.querySelector('.leaflet-popup-close-button')
      ?.setAttribute('aria-label', options.closeWord),
  )
  return {
    setOffices: (next) => {
      offices = next
      const bounds = L.latLngBounds(next.map(({ lat, lon }) => [lat, lon]))
      if (bounds.isValid()) map.fitBounds(bounds, { padding: [48, 48], maxZoom: CLOSEST, animate: false })
      draw()
    },
    setPosition: (position) => {
      here.clearLayers()
      if (position)
        L.circleMarker([position.lat, position.lon], {
          radius: 8,
          interactive: false,
          className: named(classes.here),
        }).addTo(here)
    },
    pointAt: (officeId) => {
      pointed = officeId
      highlight()
    },
    remove,
  }
}

function groupsOf(offices: Place[], map: L.Map): Place[][] {
  const groups: { at: L.Point; members: Place[] }[] = []
  for (const office of offices) {
    const at = map.project([office.lat, office.lon])
    const near = groups.find((group) => group.at.distanceTo(at) < APART)
    if (near && map.getZoom() < map.getMaxZoom()) near.members.push(office)
    else groups.push({ at, members: [office] })
  }
  return groups.map(({ members }) => members)
}

/** Only a marker of a single office has its name. */
function placeOf([office, ...others]: Place[]): GroundPlace {
  const { lat, lon, name } = office as Place
  return { at: [lat, lon], size: MARKER, ...(others.length === 0 && { name }) }
}

function markerOf(group: Place[], map: L.Map, options: Options): L.Marker {
  const [office] = group as [Place]
  const spaces = group.reduce((sum, member) => sum + member.spaces, 0)
  const words = group.length === 1 ? options.describe(office) : options.describeGroup(spaces)
  const badge = document.createElement('span')
  badge.textContent = String(spaces)
  const marker = L.marker([office.lat, office.lon], {
    alt: words,
    riseOnHover: true,
    icon: L.divIcon({
      html: badge,
      className: `${named(classes.marker)} ${group.length > 1 ? named(classes.group) : ''}`.trim(),
      iconSize: [MARKER, MARKER],
    }),
  })
  if (group.length > 1) {
    const bounds = L.latLngBounds(group.map(({ lat, lon }) => [lat, lon]))
    marker.on('click', () => map.fitBounds(bounds, { padding: [64, 64], maxZoom: CLOSEST + 2 }))
  } else {
    marker.bindPopup(() => popupOf(office, options), { offset: [0, -8], className: named(classes.popup) })
    marker.on('click', () => options.onChoose(office.office_id))
    marker.on('mouseover', () => options.onPoint(office.office_id))
    marker.on('mouseout', () => options.onPoint(null))
  }
  marker.on('add', () => marker.getElement()?.setAttribute('aria-label', words))
  return marker
}

function popupOf(office: Place, { language, addressOf, describe }: Options): HTMLElement {
  const link = document.createElement('a')
  link.href = addressOf(office.office_id)
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
  setPlaces([{ at: [office.lat, office.lon], size: SPOT, name: office.name }])
  return remove
}
