import {
  type Home,
  type HomePlace,
  MOST_COMING,
  MOST_OWED,
  MOST_RECENT_OFFICES,
  MOST_RUNNING,
} from '@keyhour/contract/home'
import type { Office } from '@keyhour/contract/offices'
import { hasBegun } from '@keyhour/contract/order-phase'
import type { OrderDetails } from '@keyhour/contract/orders'
import { pictureAddress } from '@keyhour/contract/picture-address'
import { together } from '#server/db/together.ts'
import { findSameAgain } from '#server/features/home/find-same-again.ts'
import { listPublicOfficesOf } from '#server/features/offices/office-queries.ts'
import {
  listBegunOrders,
  listOwedOrders,
  listUnfinishedOrders,
} from '#server/features/orders/details-queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** More than are shown: the same again must not collide with any of them. */
const UNFINISHED = 50
const LOOKED_BACK = 40

export async function getHome(deps: Deps, userId: number): Promise<Home> {
  const { db } = deps
  const now = deps.now()
  const [unfinished, begun, owed] = await together(
    listUnfinishedOrders(db, userId, now, UNFINISHED),
    listBegunOrders(db, userId, now, LOOKED_BACK),
    listOwedOrders(db, userId, MOST_OWED),
  )
  const isRunning = (order: OrderDetails) => hasBegun(order, now.getTime())
  const running = unfinished.filter(isRunning).slice(0, MOST_RUNNING)
  const later = unfinished.filter((order) => !isRunning(order))
  const soonest = later.filter(({ pay_until }) => pay_until === null).slice(0, MOST_COMING)
  // Those that wait for a card payment have only minutes, however far ahead they are.
  const coming = later.filter((order) => order.pay_until !== null || soonest.includes(order))
  const recent = [...new Set(begun.map(({ Office }) => Office.id))].slice(0, MOST_RECENT_OFFICES)
  const last = begun.find(({ booking_type, end }) => booking_type === 'pre_book' && end !== null)
  const again = last ? await findSameAgain(deps, last, { id: userId, orders: unfinished }) : null

  const shown = [...running, ...coming]
  const offices = await listPublicOfficesOf(db, [...shown.map(({ Office }) => Office.id), ...recent])
  const spaces = new Set([...shown.map(({ SubOffice }) => SubOffice?.id), again?.sub_office_id])
  return {
    running,
    coming,
    owed,
    again,
    recent: recent.filter((id) => offices.some((office) => office.id === id)),
    places: offices.map((office) => describePlace(office, spaces)),
  }
}

function describePlace(office: Office, spaces: Set<number | null | undefined>): HomePlace {
  const [picture] = office.pictures
  return {
    office_id: office.id,
    name: office.name,
    name_he: office.name_he,
    address: office.address,
    address_he: office.address_he,
    lat: office.lat,
    lon: office.lon,
    picture: picture ? pictureAddress('office', picture) : null,
    is_open: !office.hidden && !office.coming_soon && !office.temporarily_closed,
    spaces: office.sub_offices
      .filter(({ id }) => spaces.has(id))
      .map(({ id, type, pictures: [picture] }) => ({
        sub_office_id: id,
        type,
        picture: picture ? pictureAddress('sub_office', picture) : null,
      })),
  }
}
