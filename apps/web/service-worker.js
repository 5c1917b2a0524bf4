// Starts the app without a connection and shows push messages. It keeps the files of one build, and no answer of the API.
// The build fills in the next two lines.
const VERSION = '%VERSION%'
const FILES = []

const APP = '/app.html'
const KEPT = `app-${VERSION}`
/** These pages have something to show without a connection, so they do not wait long for one. */
const READY_OFFLINE = /^\/(dashboard|order\/\d+)$/
const PATIENCE_MS = 5_000
const NOT_A_PAGE = /^\/(api|static|dev|assets)(\/|$)|\.\w+$/
const NOT_IN_THE_APP = /^\/($|spaces|for-businesses|space-owners|contact|privacy|terms|cookies)/

/** A new version takes over at once: an old one must never decide what people see. */
self.addEventListener('install', (event) => event.waitUntil(keepFiles().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) =>
  event.waitUntil(dropOtherFiles().then(() => self.clients.claim())),
)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!NOT_A_PAGE.test(pathname)) event.respondWith(openPage(request, pathname))
  } else if (FILES.includes(pathname)) event.respondWith(findFile(request))
})

async function keepFiles() {
  const cache = await caches.open(KEPT)
  // The names of the files change with their content, so the browser's own copies are right.
  await Promise.all([cache.add(new Request(APP, { cache: 'reload' })), cache.addAll(FILES)])
}

async function dropOtherFiles() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name)
}

/** Always the server's page where the server answers. */
async function openPage(request, pathname) {
  const answer = fetch(request)
  if (!READY_OFFLINE.test(pathname)) return answer.catch((error) => offline(error, pathname))
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  const inTime = await Promise.race([answer, late]).catch(() => undefined)
  return inTime ?? keptApp().then((app) => app ?? answer)
}

async function offline(error, pathname) {
  const app = await keptApp()
  if (!app) throw error
  return NOT_IN_THE_APP.test(pathname) ? Response.redirect('/dashboard') : app
}

const keptApp = async () => (await caches.open(KEPT)).match(APP)

const findFile = async (request) => (await (await caches.open(KEPT)).match(request.url)) ?? fetch(request)

self.addEventListener('push', (event) => {
  const message = readMessage(event.data)
  if (!message) return
  const { title, body, url, tag, language, actions = [] } = message
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      lang: language,
      dir: language === 'he' ? 'rtl' : 'ltr',
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      actions: actions.map(({ action, title }) => ({ action, title })),
      data: { url, actions },
    }),
  )
})

function readMessage(data) {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event
  notification.close()
  const { url, actions } = notification.data
  event.waitUntil(show(actions.find((one) => one.action === action)?.url ?? url))
})

/** A window that shows the page already is brought forward; others may hold a half-filled form. */
async function show(url) {
  const target = new URL(url, self.location.origin).href
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((one) => one.url === target)
  return open ? open.focus() : self.clients.openWindow(target)
}
