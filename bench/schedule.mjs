import { createRequire } from 'node:module'
import { findBrowser, setUp } from '../scripts/set-up.mjs'
import { adminToken, figure, medianAnd95th, quantile, runBench, timed } from './few-and-many.mjs'

/** A full day on the schedule board in a browser: the call, the first paint, scrolling and dragging a booking. */
const SPACES = Number(process.env.BENCH_SPACES ?? 60)
const BLOCKS_EACH = 10
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
const CALLS = 40
const FRAMES = 60

// A token is good for some hours by the clock of the browser, which cannot be set.
const started = new Date(performance.timeOrigin)
const now = () => new Date(started.getTime() + performance.now())
const DAY_MS = 86_400_000
const DATE = new Date(now().getTime() + 7 * DAY_MS).toISOString().slice(0, 10)
const WEB_DIST = new URL('../apps/web/dist/', import.meta.url)
const { chromium } = createRequire(new URL('../apps/e2e/package.json', import.meta.url))('@playwright/test')

await setUp()
const executablePath = await findBrowser()
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})

/** An hour and a half every two hours in every space. */
const FILL = `
  insert into users (name, email) select 'Customer ' || n, 'customer-' || n || '@bench.test'
    from generate_series(1, 200) n;
  insert into offices (name, lat, lon, address) values ('The bench', 32, 34, 'Street 1');
  insert into sub_offices (office_id, name, type, capacity, price_per_hour, price_per_day, price_per_week)
    select offices.id, 'Space ' || lpad(n::text, 2, '0'), 'meeting_room', 4, 5000, 30000, 150000
    from offices, generate_series(1, ${SPACES}) n;
  insert into units (office_id, sub_office_id, number) select office_id, id, 1 from sub_offices;
  insert into orders (office_id, sub_office_id, user_id, rent_type, date, start, "end", currency, base_price,
      total_price, tax_percent, commission_percent)
    select office_id, sub_offices.id, 1 + (sub_offices.id * 7 + n) % 200, 'hour', now(), begins, begins + interval '90 minutes',
      'ILS', 5000, 7500, 18, 30
    from sub_offices, generate_series(0, ${BLOCKS_EACH - 1}) n,
      lateral (select timestamp '${DATE}' at time zone 'Asia/Jerusalem' + n * interval '2 hours') day (begins);
  insert into occupancy (office_id, unit_id, order_id, cause, during)
    select orders.office_id, units.id, orders.id, 'order', tstzrange(start, "end")
    from orders join units on units.sub_office_id = orders.sub_office_id;
  analyze`

async function bench(open) {
  const world = await open('schedule', { fill: ({ pool }) => pool.query(FILL), now, webDist: WEB_DIST })
  const token = await adminToken(world)
  const { rows } = await world.pool.query('select id::integer from offices')
  const office = rows[0].id
  console.log(`${figure(SPACES)} spaces, ${figure(SPACES * BLOCKS_EACH)} blocks`)
  const calls = await callBoard(world, office, token)
  const looks = await lookAtBoard(world, office, token)
  await world.close()
  return report(calls, looks)
}

/** Without a network: the time of the server and its database. */
async function callBoard({ app }, office, token) {
  const request = {
    url: `/api/offices/${office}/board?date=${DATE}`,
    headers: { authorization: `Bearer ${token}` },
  }
  const calls = []
  for (let call = -5; call < CALLS; call += 1) {
    const ms = await timed(async () => {
      const reply = await app.inject(request)
      if (reply.statusCode !== 200) throw new Error(`the board answered ${reply.statusCode}`)
    })
    if (call >= 0) calls.push(ms)
  }
  return calls
}

async function lookAtBoard({ app }, office, token) {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  await context.addInitScript(prepare)
  const looks = []
  for (let round = -1; round < ROUNDS; round += 1) {
    const measured = await look(context, `${address}/schedule?office=${office}&date=${DATE}`)
    if (round >= 0) looks.push(measured)
  }
  await context.close()
  return looks
}

/** Runs in the page. Each wait ends with the frame that shows the result. */
function prepare() {
  const frame = () => new Promise(requestAnimationFrame)
  const board = () => document.querySelector('[data-hours]').closest('section')
  const pointer = (target, type, clientX, clientY) =>
    target.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        clientX,
        clientY,
        button: 0,
        pointerId: 1,
        pointerType: 'mouse',
      }),
    )

  window.bench = {
    async blocks(expected) {
      while (document.querySelectorAll('[data-spot]').length < expected) {
        if (performance.now() > 60_000) throw new Error(`blocks are missing: ${document.body.innerText}`)
        await frame()
      }
      await frame()
      return performance.now()
    },
    async scroll(frames) {
      const start = performance.now()
      for (let at = 1; at <= frames; at += 1) {
        board().scrollTop = at * 40
        board().scrollLeft = at * 4
        await frame()
      }
      board().scrollTo({ top: 0, left: 0 })
      await frame()
      return performance.now() - start
    },
    /** A half-hour or a row further with each frame. */
    async drag(frames) {
      HTMLElement.prototype.setPointerCapture = () => undefined
      const block = document.querySelector('[data-spot="1-1"]')
      const { left, top, width, height } = block.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      pointer(block, 'pointerdown', x, y)
      const start = performance.now()
      for (let at = 1; at <= frames; at += 1) {
        pointer(board(), 'pointermove', x + 36 * (at % 12), y + 49 * (Math.floor(at / 2) % 10))
        await frame()
      }
      const took = performance.now() - start
      if (!document.querySelector('[data-mark]')) throw new Error('nothing was dragged')
      pointer(board(), 'pointercancel', x, y)
      return took
    },
  }
}

/** How long each step takes until it is visible, and how much of that the page is busy. */
async function look(context, url) {
  const page = await context.newPage()
  const tools = await context.newCDPSession(page)
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const workedMs = async () => {
    const { metrics } = await tools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
  }
  const measured = {}
  async function measure(name, act, times = 1) {
    const before = await workedMs()
    const ms = await act()
    measured[name] = { ms: ms / times, work: ((await workedMs()) - before) / times }
  }
  await measure(FIRST, async () => {
    await page.goto(url)
    return page.evaluate((blocks) => window.bench.blocks(blocks), SPACES * BLOCKS_EACH)
  })
  await measure(SCROLL, () => page.evaluate((frames) => window.bench.scroll(frames), FRAMES), FRAMES)
  await measure(DRAG, () => page.evaluate((frames) => window.bench.drag(frames), FRAMES), FRAMES)
  await page.close()
  return measured
}

const FIRST = 'all blocks, from the address on'
const SCROLL = 'a frame while scrolling'
const DRAG = 'a frame while a booking is dragged'
/** Of the work of the first paint: other load on the machine affects both. */
const GREATEST_SHARE = { [SCROLL]: 0.01, [DRAG]: 0.05 }

function report(calls, looks) {
  const median = (name, what) =>
    quantile(
      looks.map((measured) => measured[name][what]),
      0.5,
    )
  console.log(`\nThe call of the board, median and 95th percentile: ${medianAnd95th(calls)} ms`)
  console.log('Median ms until it is seen, and in brackets what the page itself works:')
  for (const name of Object.keys(looks[0]))
    console.log(`  ${name}: ${median(name, 'ms').toFixed(0)} (${median(name, 'work').toFixed(1)})`)
  return Object.entries(GREATEST_SHARE).every(([name, greatest]) => {
    const share = median(name, 'work') / median(FIRST, 'work')
    console.log(
      `${name}: ${(100 * share).toFixed(1)} % of the work of the first paint, at most ${100 * greatest} %.`,
    )
    return share <= greatest
  })
}

try {
  await runBench(bench)
} finally {
  await browser.close()
}
