import { type AdminList, watchAdminLists } from '@keyhour/contract/admin-lists'
import { watchBusinesses } from '@keyhour/contract/businesses'
import { watchOffice } from '@keyhour/contract/offices'
import { watchOwnerOffices } from '@keyhour/contract/owners'
import { watchPanel } from '@keyhour/contract/panels'
import { watchWaitingList } from '@keyhour/contract/waiting-list'

const ADDRESS = new RegExp(
  [
    watchOffice.path.replace(':officeId', '\\d+'),
    watchAdminLists.path,
    watchOwnerOffices.path,
    watchBusinesses.path,
    watchPanel.path.replace(':token', '[^/]+'),
    watchWaitingList.path,
  ].join('|'),
)
const network = globalThis.fetch
const encode = (text: string) => new TextEncoder().encode(text)

let streams: Set<ReadableStreamDefaultController<Uint8Array>>
let isDown: boolean

/** For `beforeEach` of tests with their own server. */
export function listenOverNetwork(): void {
  globalThis.fetch = network
}

export function startLive(): void {
  streams = new Set()
  isDown = false
  globalThis.fetch = (input, init) => (ADDRESS.test(String(input)) ? hear(init) : network(input, init))
}

/** A stream like the server's, without a network. */
async function hear(init: RequestInit | undefined): Promise<Response> {
  if (isDown) throw new TypeError('Failed to fetch')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      streams.add(controller)
      controller.enqueue(encode('event: open\ndata: {}\n\n'))
      init?.signal?.addEventListener('abort', () => streams.delete(controller))
    },
  })
  return new Response(body)
}

export function tellChange(what: 'changed' | AdminList = 'changed'): void {
  for (const stream of streams) stream.enqueue(encode(`event: ${what}\ndata: {}\n\n`))
}

/** Every stream fails until `restoreLive`. */
export function breakLive(): void {
  isDown = true
  for (const stream of streams) stream.close()
  streams.clear()
}

export function restoreLive(): void {
  isDown = false
  window.dispatchEvent(new Event('online'))
}
