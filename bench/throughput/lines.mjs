import { clockTime, dayAhead } from './days.mjs'

/** Coprime to the number of spaces, users and offices, so that neighbours in time are not neighbours in the tables. */
const STRIDE = 7919
const FIRST_DAY = 2
const FIRST_HOUR = 12
const HOURS_A_DAY = 8
const DAYS_SHOWN = 40

/**
 * What is measured, in the order of the table. `floor` says what a line is compared with, `ask` gives the next request
 * of one client. Bookings take a free hour each, because filled orders lie in the mornings only.
 */
export const LINES = {
  book: { title: 'book', floor: 'insert', writes: true, ask: book },
  mixed: { title: 'hold, book and cancel', floor: 'insert', writes: true, ask: holdBookCancel },
  'space-day': {
    title: 'a day of one space',
    floor: 'http',
    ask: ({ spaces }, turn) => {
      const { office_id, sub_office_id } = pick(spaces, turn)
      return get(
        `/api/offices/${office_id}/availability?sub_office_id=${sub_office_id}&date=${someDay(turn)}`,
      )
    },
  },
  'office-day': {
    title: 'a day of an office with 10 spaces',
    floor: 'http',
    ask: ({ offices }, turn) =>
      get(`/api/offices/${pick(offices, turn)}/availability/spaces?date=${someDay(turn)}`),
  },
  search: { title: 'search', floor: 'http', ask: () => get('/api/spaces') },
  'search-time': {
    title: 'search with a time',
    floor: 'http',
    ask: (_, turn) => {
      const hour = 9 + (turn % 6)
      return get(`/api/spaces?date=${someDay(turn)}&start=${clockTime(hour)}&end=${clockTime(hour + 2)}`)
    },
  },
  'office-page': {
    title: 'page of an office',
    floor: 'http',
    ask: ({ offices }, turn) => get(`/spaces/${pick(offices, turn)}`),
  },
  'own-orders': {
    title: 'own orders (50)',
    floor: 'http',
    ask: ({ customers }, turn) => get('/api/orders', pick(customers, turn)),
  },
  sessions: {
    title: 'active sessions of an office (6)',
    floor: 'http',
    ask: ({ offices, admin }, turn) => get(`/api/orders/active/${pick(offices, turn)}`, admin),
  },
  'desk-day': {
    title: 'day of an office at the front desk',
    floor: 'http',
    ask: ({ offices, admin }, turn) => get(`/api/offices/${pick(offices, turn)}/day`, admin),
  },
  'all-orders': {
    title: 'all orders, first page of 50',
    floor: 'http',
    ask: ({ admin }) => get('/api/admin/all-orders?page=1&page_size=50', admin),
  },
  health: { title: '`/api/health`', floor: 'http', ask: () => get('/api/health') },
  landing: { title: 'landing page', floor: 'page', ask: () => get('/') },
}

export const BARE_HTTP = { http: { ask: () => get('/') }, page: { ask: () => get('/page') } }

const get = (path, token) => ({ method: 'GET', path, token, status: 200 })
const post = (path, token, body, status = 200) => ({ method: 'POST', path, token, body, status })

const pick = (all, turn) => all[(turn * STRIDE) % all.length]
const someDay = (turn) => dayAhead(FIRST_DAY + (turn % DAYS_SHOWN))

function book(world) {
  const { booker, body } = nextStay(world)
  return { ...post('/api/orders', booker, body, 201), counts: 'booked' }
}

/** Every space once before the next hour, so nothing is asked for twice. */
function nextStay(world) {
  const number = world.stays++
  const slot = Math.floor(number / world.spaces.length)
  const hour = FIRST_HOUR + (slot % HOURS_A_DAY)
  const date = dayAhead(FIRST_DAY + Math.floor(slot / HOURS_A_DAY))
  const body = { ...pick(world.spaces, number), date, start: clockTime(hour), end: clockTime(hour + 1) }
  // In every round each books in another office, because who owes money in an office cannot book there again.
  return { booker: pick(world.bookers, number + slot), body }
}

/** One after the other for each client: hold, book what was held, and cancel every other order. */
function holdBookCancel(world, turn, client) {
  client.plan ??= []
  if (client.plan.length === 0) {
    const { booker, body } = nextStay(world)
    const order = {}
    client.plan.push(() => post('/api/orders/hold', booker, body))
    client.plan.push(() => ({
      ...post('/api/orders', booker, body, 201),
      counts: 'booked',
      read: ({ id }) => Object.assign(order, { id }),
    }))
    if (turn % 2 === 0) client.plan.push(...cancel(order, booker))
  }
  return client.plan.shift()()
}

const cancel = (order, booker) => [
  () => ({
    ...get(`/api/orders/${order.id}/refund`, booker),
    read: ({ refund }) => Object.assign(order, { refund }),
  }),
  () => ({
    ...post(`/api/orders/${order.id}/cancel`, booker, { refund: order.refund }),
    counts: 'cancelled',
  }),
]
