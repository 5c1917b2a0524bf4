import L from 'leaflet'
import classes from '#web/ui/ground-map.module.css'
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
} from '#web/ui/map-shapes.ts'

export type GroundWords = { zoomIn: string; zoomOut: string; nameOf: (city: City) => string }

type Options = GroundWords & {
  center: Point
  zoom: number
  /** `https://tiles.example/{z}/{x}/{y}.png`; without it the ground is drawn here. */
  tiles?: string | null
}

export type GroundMap = { map: L.Map; remove: () => void }

const named = (name: string | undefined): string => name ?? ''

/** A map that needs nothing from outside: coast, lakes, cities and a grid of degrees, unless there are tiles. */
export function drawGroundMap(
  host: HTMLElement,
  { center, zoom, tiles = null, ...words }: Options,
): GroundMap {
  host.classList.add(named(classes.map))
  const map = L.map(host, {
    center,
    zoom,
    minZoom: 2,
    maxZoom: 18,
    zoomControl: false,
    attributionControl: false,
    // One finger scrolls the page; two move the map.
    dragging: !L.Browser.mobile,
    scrollWheelZoom: false,
    maxBounds: [
      [-89, -180],
      [89, 180],
    ],
  })
  L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut }).addTo(map)
  L.control.scale({ imperial: false }).addTo(map)
  // The wheel scrolls the page until the map is used.
  map.on('focus', () => map.scrollWheelZoom.enable())
  map.on('blur', () => map.scrollWheelZoom.disable())
  if (tiles === null) {
    drawGround(map)
    keepGrid(map)
    keepCities(map, words.nameOf)
  } else {
    L.tileLayer(tiles, { maxZoom: 18 }).addTo(map)
    L.control.attribution({ prefix: new URL(tiles).host }).addTo(map)
  }
  const grown = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  grown.observe(host)
  return {
    map,
    remove: () => {
      grown.disconnect()
      map.remove()
    },
  }
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

function keepCities(map: L.Map, nameOf: GroundWords['nameOf']): void {
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
