import L from 'leaflet'
import classes from '#web/features/admin-offices/forms.module.css'
import {
  CITIES,
  type City,
  CYPRUS,
  gridLines,
  gridStep,
  JORDAN,
  JORDAN_SOUTH,
  LAKES,
  type Point,
  SEA,
} from '#web/features/admin-offices/map-shapes.ts'

type Options = {
  pin: Point | null
  pinLabel: string
  zoomIn: string
  zoomOut: string
  nameOf: (city: City) => string
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

/** A map without tiles: coast, lakes, cities and a grid of degrees, all drawn here. */
export function drawMap(host: HTMLElement, options: Options): PinMap {
  const map = L.map(host, {
    center: options.pin ?? WHOLE_COUNTRY,
    zoom: options.pin ? STREET_ZOOM : COUNTRY_ZOOM,
    minZoom: 4,
    maxZoom: 18,
    zoomControl: false,
    attributionControl: false,
    // One finger scrolls the form; two move the map.
    dragging: !L.Browser.mobile,
    scrollWheelZoom: false,
    maxBounds: [
      [-89, -180],
      [89, 180],
    ],
  })
  L.control.zoom({ zoomInTitle: options.zoomIn, zoomOutTitle: options.zoomOut }).addTo(map)
  L.control.scale({ imperial: false }).addTo(map)
  // The wheel scrolls the form until the map is used.
  map.on('focus', () => map.scrollWheelZoom.enable())
  map.on('blur', () => map.scrollWheelZoom.disable())
  drawGround(map)
  keepGrid(map)
  keepCities(map, options.nameOf)
  const others = L.layerGroup().addTo(map)
  const pin = addPin(map, options)
  const grown = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  grown.observe(host)

  return {
    element: pin.getElement(),
    setPin: (place) => {
      pin.getElement()?.classList.toggle(named(classes.ghost), place === null)
      if (!place || pin.getLatLng().equals(place, 1e-7)) return
      const wasFar = !map.getBounds().contains(place)
      pin.setLatLng(place)
      if (wasFar) map.setView(place, Math.max(map.getZoom(), STREET_ZOOM), { animate: false })
    },
    setOthers: (places) => {
      others.clearLayers()
      for (const { name, lat, lon } of places)
        L.circleMarker([lat, lon], { radius: 5, className: named(classes.otherOffice) })
          .bindTooltip(name)
          .addTo(others)
    },
    remove: () => {
      grown.disconnect()
      map.remove()
    },
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

/** Arrows move it by ten pixels, with Shift by one; plus and minus bring it closer and back. */
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

function drawGround(map: L.Map): void {
  const still = { interactive: false, smoothFactor: 0.5 }
  const water = { ...still, className: named(classes.water) }
  L.polygon(SEA, water).addTo(map)
  L.polygon(CYPRUS, { ...still, className: named(classes.land) }).addTo(map)
  for (const lake of LAKES) L.polygon(lake, water).addTo(map)
  for (const river of [JORDAN, JORDAN_SOUTH])
    L.polyline(river, { ...still, className: named(classes.river) }).addTo(map)
}

const label = (at: Point, text: string, className: string | undefined): L.Marker => {
  const element = document.createElement('span')
  element.textContent = text
  return L.marker(at, {
    interactive: false,
    keyboard: false,
    icon: L.divIcon({ html: element, className: named(className), iconSize: [0, 0] }),
  })
}

function keepCities(map: L.Map, nameOf: Options['nameOf']): void {
  const cities = L.layerGroup().addTo(map)
  function draw() {
    cities.clearLayers()
    for (const [city, { at, zoom }] of Object.entries(CITIES) as [City, (typeof CITIES)[City]][])
      if (map.getZoom() >= zoom) label([at[0], at[1]], nameOf(city), classes.city).addTo(cities)
  }
  map.on('zoomend', draw)
  draw()
}

/** Lines of whole degrees or their parts, with their numbers at the edges. */
function keepGrid(map: L.Map): void {
  const grid = L.layerGroup().addTo(map)
  const line = { interactive: false, className: named(classes.gridLine) }
  function draw() {
    grid.clearLayers()
    const bounds = map.getBounds()
    const [south, north] = [Math.max(bounds.getSouth(), -85), Math.min(bounds.getNorth(), 85)]
    const [west, east] = [bounds.getWest(), bounds.getEast()]
    const step = gridStep(east - west)
    for (const lat of gridLines(south, north, step)) {
      L.polyline(
        [
          [lat, west],
          [lat, east],
        ],
        line,
      ).addTo(grid)
      label([lat, east], `${lat}°`, classes.gridLat).addTo(grid)
    }
    for (const lon of gridLines(west, east, step)) {
      L.polyline(
        [
          [south, lon],
          [north, lon],
        ],
        line,
      ).addTo(grid)
      label([north, lon], `${lon}°`, classes.gridLon).addTo(grid)
    }
  }
  map.on('moveend resize', draw)
  draw()
}
