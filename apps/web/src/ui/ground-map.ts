import { CITIES, type City } from '@keyhour/contract/cities'
import type { Language } from '@keyhour/contract/primitives'
import type { Tiles } from '@keyhour/contract/public-page'
import L from 'leaflet'
import classes from '#web/ui/ground-map.module.css'
import { type Box, boxAround, boxOf, isWithin, overlap, placeLabels } from '#web/ui/map-labels.ts'
import {
  CYPRUS,
  gridLines,
  gridStep,
  JORDAN,
  JORDAN_SOUTH,
  LAKES,
  type Point,
  rounded,
  SEA,
} from '#web/ui/map-shapes.ts'
import { CASPIAN_SEA, LANDS } from '#web/ui/world-shapes.ts'

export type GroundWords = { zoomIn: string; zoomOut: string; north: string; language: Language }

type Options = GroundWords & {
  center: Point
  zoom: number
  /** Without tiles, the ground is drawn here. */
  tiles?: Tiles | null
  /** Numbers the degrees. */
  isNumbered?: boolean
}

/** Something on the map, with its width and height in pixels. Its name is written beside it if there is room. */
export type MapLabel = { at: Point; size: [width: number, height: number]; name?: string }

type GroundMap = { map: L.Map; setPlaces: (places: MapLabel[]) => void; remove: () => void }

/** The last zoom level that shows the whole world in rough lines. */
const FAR = 6
const DOT = 6
const WIDEST_NAME = 240
/** At the edge; half of it lies outside. */
const NUMBER = 48

const named = (name: string | undefined): string => name ?? ''

/** Needs nothing from outside: coasts, lakes and cities are drawn, unless there are tiles. */
export function drawGroundMap(
  host: HTMLElement,
  { center, zoom, tiles = null, isNumbered = false, ...words }: Options,
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
  addScale(map, words.language)
  // The wheel scrolls the page until the map is used.
  map.on('focus', () => map.scrollWheelZoom.enable())
  map.on('blur', () => map.scrollWheelZoom.disable())
  if (tiles === null) {
    keepGround(map)
    addCompass(map, words.north)
    keepGrid(map, isNumbered)
  } else {
    L.tileLayer(tiles.url, { maxZoom: 18 }).addTo(map)
    L.control.attribution({ prefix: false }).addAttribution(creditOf(tiles.attribution)).addTo(map)
  }
  const setPlaces = keepNames(map, tiles === null ? words.language : null)
  keepCaption(map, words.language)
  const grown = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  grown.observe(host)
  return {
    map,
    setPlaces,
    remove: () => {
      grown.disconnect()
      map.remove()
    },
  }
}

/** HTML, as Leaflet requires. */
function creditOf(attribution: string): string {
  const [, words, address] = /^(.*?)\s*(https?:\/\/\S+)?$/.exec(attribution) ?? []
  const credit = document.createElement(address ? 'a' : 'span')
  credit.textContent = words || address || attribution
  if (address) credit.setAttribute('href', address)
  return credit.outerHTML
}

const STILL = { interactive: false, smoothFactor: 0.5 }

/** From afar, every land in rough lines; from near, the coasts that are known well, and plain ground elsewhere. */
function keepGround(map: L.Map): void {
  const water = { ...STILL, className: named(classes.water) }
  const land = { ...STILL, className: named(classes.land) }
  const river = { ...STILL, className: named(classes.river) }
  const fill = (shore: Point[], look: L.PolylineOptions) => L.polygon(rounded(shore, true), look)
  const world = L.layerGroup([...LANDS.map((coast) => fill(coast, land)), fill(CASPIAN_SEA, water)])
  const country = L.layerGroup([
    fill(SEA, water),
    fill(CYPRUS, land),
    ...LAKES.map((shore) => fill(shore, water)),
    ...[JORDAN, JORDAN_SOUTH].map((course) => L.polyline(rounded(course, false), river)),
  ])
  function draw() {
    const isFar = map.getZoom() <= FAR
    map.getContainer().classList.toggle(named(classes.far), isFar)
    map.removeLayer(isFar ? country : world).addLayer(isFar ? world : country)
  }
  map.on('zoomend', draw)
  draw()
}

/** Leaflet itself writes the unit in English. */
function addScale(map: L.Map, language: Language): void {
  const scale = L.control.scale({ imperial: false }).addTo(map).getContainer()
  const line = scale?.querySelector<HTMLElement>('.leaflet-control-scale-line')
  if (!line) return
  line.dir = 'auto'
  function translate() {
    const [, figure, unit] = /^([\d.]+) (k?m)$/.exec(line!.textContent) ?? []
    if (!figure) return
    const style = { style: 'unit', unit: unit === 'km' ? 'kilometer' : 'meter' } as const
    line!.textContent = new Intl.NumberFormat(language, style).format(Number(figure))
  }
  map.on('move', translate)
  translate()
}

function addCompass(map: L.Map, north: string): void {
  const compass = new L.Control({ position: 'topright' })
  compass.onAdd = () => {
    const element = L.DomUtil.create('div', named(classes.compass))
    element.textContent = north
    element.ariaHidden = 'true'
    return element
  }
  compass.addTo(map)
}

const label = (at: L.LatLngExpression, text: string, className: string): L.Marker => {
  const element = document.createElement('span')
  element.textContent = text
  element.dir = 'auto'
  return L.marker(at, {
    interactive: false,
    keyboard: false,
    icon: L.divIcon({ html: element, className, iconSize: [0, 0] }),
  })
}

const KNOWN_CITIES = Object.keys(CITIES) as City[]
/** From this zoom level on, the middle of a city is often out of view. */
const CLOSE = 11
const IN_CITY_M = 20_000

/** The name of the city around a place. */
export function cityAround(map: L.Map, at: L.LatLngExpression, language: Language): string | undefined {
  const distanceTo = (city: City) => map.distance(at, [...CITIES[city].at])
  const nearest = KNOWN_CITIES.reduce((best, city) => (distanceTo(city) < distanceTo(best) ? city : best))
  return distanceTo(nearest) <= IN_CITY_M ? CITIES[nearest][language] : undefined
}

/** Says which city this is while its middle is out of view. */
function keepCaption(map: L.Map, language: Language): void {
  const caption = L.DomUtil.create('div', named(classes.caption), map.getContainer())
  caption.dir = 'auto'
  function draw() {
    const name = map.getZoom() < CLOSE ? undefined : cityAround(map, map.getCenter(), language)
    const isInView = KNOWN_CITIES.some(
      (city) => CITIES[city][language] === name && map.getBounds().contains([...CITIES[city].at]),
    )
    caption.textContent = isInView ? '' : (name ?? '')
  }
  map.on('moveend resize', draw)
  draw()
}

/** From near, markers are named before cities; city names always give way to them. */
function keepNames(map: L.Map, language: Language | null): GroundMap['setPlaces'] {
  const names = L.layerGroup().addTo(map)
  const widthOf = ruler(map.getContainer())
  const cities = language ? KNOWN_CITIES : []
  let places: MapLabel[] = []

  function draw() {
    names.clearLayers()
    const { x, y } = map.getSize()
    const view = { left: 4, top: 4, right: x - 4, bottom: y - 4 }
    const standing = places.map(({ at, size }) => boxOf(map.latLngToContainerPoint(at), size))
    const texts = [
      ...places.flatMap(({ name }, at) =>
        name && map.getZoom() > FAR ? [{ name, box: standing[at]!, className: classes.place }] : [],
      ),
      ...cities.flatMap((city) => namedCity(city, standing, view)),
    ]
    const labels = placeLabels(
      texts.map(({ box, name }) => ({ box, width: widthOf(name) })),
      [...standing, ...controlsOf(map)],
      view,
    )
    for (const [at, { name, box, className }] of texts.entries()) {
      const where = labels[at]
      if (!where) continue
      label(map.containerPointToLatLng([where.left, where.top]), name, className ?? '').addTo(names)
      if (!standing.includes(box))
        label(
          map.containerPointToLatLng([box.left + DOT / 2, box.top + DOT / 2]),
          '',
          classes.dot ?? '',
        ).addTo(names)
    }
  }

  /** A city under a marker is named beside the marker. */
  function namedCity(city: City, standing: Box[], view: Box) {
    const { at, zoom } = CITIES[city]
    const name = CITIES[city][language ?? 'en']
    const box = boxAround(map.latLngToContainerPoint([at[0], at[1]]), DOT)
    if (map.getZoom() < zoom || !isWithin(box, view)) return []
    return [{ name, box: standing.find((other) => isWithin(box, other)) ?? box, className: classes.city }]
  }

  map.on('moveend resize', draw)
  draw()
  return (next) => {
    places = next
    draw()
  }
}

/** The maximum width of a text. */
function ruler(host: HTMLElement): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = `600 12px ${getComputedStyle(host).fontFamily}`
  return (text) => Math.min(WIDEST_NAME, Math.ceil(context?.measureText(text).width ?? text.length * 7) + 2)
}

function controlsOf(map: L.Map): Box[] {
  const { left, top } = map.getContainer().getBoundingClientRect()
  return [...map.getContainer().querySelectorAll('.leaflet-control')].map((control) => {
    const box = control.getBoundingClientRect()
    return { left: box.left - left, top: box.top - top, right: box.right - left, bottom: box.bottom - top }
  })
}

/** Lines of whole degrees or parts of them, optionally with numbers at the edges. */
function keepGrid(map: L.Map, isNumbered: boolean): void {
  const grid = L.layerGroup().addTo(map)
  const look = { interactive: false, className: named(classes.gridLine) }
  const draw = (from: Point, to: Point) => L.polyline([from, to], look).addTo(grid)
  function redraw() {
    grid.clearLayers()
    const controls = controlsOf(map)
    const number = (at: Point, degrees: number, className: string) => {
      const box = boxAround(map.latLngToContainerPoint(at), NUMBER)
      if (!controls.some((control) => overlap(box, control))) label(at, `${degrees}°`, className).addTo(grid)
    }
    const bounds = map.getBounds()
    const [south, north] = [Math.max(bounds.getSouth(), -85), Math.min(bounds.getNorth(), 85)]
    const [west, east] = [bounds.getWest(), bounds.getEast()]
    const step = gridStep(east - west)
    for (const lat of gridLines(south, north, step)) {
      draw([lat, west], [lat, east])
      if (isNumbered) number([lat, east], lat, named(classes.gridLat))
    }
    for (const lon of gridLines(west, east, step)) {
      draw([south, lon], [north, lon])
      if (isNumbered) number([north, lon], lon, named(classes.gridLon))
    }
  }
  map.on('moveend resize', redraw)
  redraw()
}
