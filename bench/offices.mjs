import { createRequire } from 'node:module'
import { findBrowser, setUp } from '../scripts/set-up.mjs'
import { adminToken, figure, quantile, runBench } from './few-and-many.mjs'

/**
 * The speed of the table of offices in a browser, with few and with many offices. Both are measured in turn, so that
 * other load on the machine affects both equally.
 */
const FEW = Number(process.env.BENCH_FEW_OFFICES ?? 20)
const MANY = Number(process.env.BENCH_OFFICES ?? 2_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
const SPACES_EACH = 5
const MOST_TIMES_AS_MUCH = 1.5
const FRAMES = 60

// A token is good for some hours by the clock of the browser, which cannot be set.
const started = new Date(performance.timeOrigin)
const now = () => new Date(started.getTime() + performance.now())
const WEB_DIST = new URL('../apps/web/dist/', import.meta.url)
const { chromium } = createRequire(new URL('../apps/e2e/package.json', import.meta.url))('@playwright/test')

await setUp()
const executablePath = await findBrowser()
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
})

async function bench(open) {
  const worlds = [await fillAndOpen(open, 'few', FEW), await fillAndOpen(open, 'many', MANY)]
  const looks = worlds.map(() => [])
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, world] of round % 2 ? worlds.entries() : [...worlds.entries()].reverse()) {
      const measured = await look(world, 20)
      if (round >= 0) looks[index].push(measured)
    }
  }
  const full = await look(worlds[1], 100)
  for (const { close } of worlds) await close()
  return report(looks, full)
}

async function fillAndOpen(open, name, offices) {
  const fill = ({ pool }) =>
    pool.query(`
      insert into offices (name, lat, lon, address, open_hours, close_hours, wifi_name, created_at)
      select 'Office ' || lpad(n::text, 5, '0'), 30 + n % 20, 10 + n % 30, 'Street ' || n, '08:00', '20:00',
        'wifi-' || n, timestamptz '2024-01-01' + n * interval '1 hour'
      from generate_series(1, ${offices}) n;
      insert into sub_offices (office_id, name, type, capacity, price_per_hour, price_per_day, price_per_week)
      select id, 'Space ' || n, 'meeting_room', 4, 4000 + 100 * n, 25000, 120000
      from offices, generate_series(1, ${SPACES_EACH}) n;
      insert into users (name, email) values ('Ada', 'ada@bench.test');
      analyze offices; analyze sub_offices`)
  const world = await open(name, { fill, now, webDist: WEB_DIST })
  const { app, close } = world
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const token = await adminToken(world)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  await context.addInitScript((value) => localStorage.setItem('token', value), token)
  await context.addInitScript(prepare)
  console.log(`${name}: ${figure(offices)} offices, ${figure(offices * SPACES_EACH)} sub-offices`)
  return {
    address,
    offices,
    context,
    async close() {
      await context.close()
      await close()
    },
  }
}

/** Runs in the page. Each wait ends with the frame that shows the result. */
function prepare() {
  const frame = () => new Promise(requestAnimationFrame)
  const rows = () => document.querySelectorAll('tbody tr')
  const heading = (column) => document.querySelector(`th[data-column="${column}"]`)
  async function until(isShown) {
    while (!isShown()) await frame()
    await frame()
    return performance.now()
  }
  async function timed(act, isShown) {
    const start = performance.now()
    act()
    return (await until(isShown)) - start
  }
  const isSettled = (first) =>
    document.querySelector('[aria-busy="true"]') === null &&
    rows()[0]?.querySelector('[data-column="name"] bdi')?.textContent === first

  window.bench = {
    firstRows: () => until(() => rows().length > 0),
    expand: (expected) =>
      timed(
        () =>
          [...document.querySelectorAll('button')]
            .find((button) => button.textContent === 'Expand all')
            .click(),
        () => Number(document.querySelector('table').ariaRowCount) === expected + 1 && rows().length > 1,
      ),
    sort: () =>
      timed(
        () => heading('name').querySelector('button').click(),
        () => isSettled('Office 00001'),
      ),
    filter: () =>
      timed(
        () => {
          const box = heading('name').querySelector('input')
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, 'ce 00007')
          box.dispatchEvent(new Event('input', { bubbles: true }))
        },
        () => isSettled('Office 00007'),
      ),
    async resize(frames) {
      const edge = heading('name').querySelector('[role="separator"]')
      const { x, y } = edge.getBoundingClientRect()
      const send = (target, type, by) =>
        target.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x + by, clientY: y }))
      send(edge, 'mousedown', 0)
      const start = performance.now()
      for (let at = 1; at <= frames; at += 1) {
        send(document, 'mousemove', at)
        await frame()
      }
      const took = performance.now() - start
      send(document, 'mouseup', frames)
      return took
    },
  }
}

/** How long each step takes until it is visible, and how much of that the page is busy. */
async function look({ address, offices, context }, size) {
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
  const rows = Math.min(offices, size) * (1 + SPACES_EACH)
  await measure('first rows', async () => {
    await page.goto(`${address}/admin-dashboard?tab=offices&size=${size}`)
    return page.evaluate(() => window.bench.firstRows())
  })
  await measure('expand all', () => page.evaluate((count) => window.bench.expand(count), rows))
  await measure(
    'a frame while resizing',
    () => page.evaluate((frames) => window.bench.resize(frames), FRAMES),
    FRAMES,
  )
  await measure('sort by name', () => page.evaluate(() => window.bench.sort()))
  await measure('filter by name, 250 ms after the last key', () => page.evaluate(() => window.bench.filter()))
  await page.close()
  return measured
}

function median(looks, name, what) {
  return quantile(
    looks.map((measured) => measured[name][what]),
    0.5,
  )
}

function report([few, many], full) {
  const names = Object.keys(full)
  const shown = (looks, name) =>
    `${median(looks, name, 'ms').toFixed(0)} (${median(looks, name, 'work').toFixed(0)})`
  const ratio = (name) => median(many, name, 'work') / median(few, name, 'work')
  console.log('\nMedian ms until it is seen, and in brackets what the page itself works, 20 offices a page:')
  console.table(
    names.map((name) => ({
      name,
      [`${figure(FEW)} offices`]: shown(few, name),
      [`${figure(MANY)} offices`]: shown(many, name),
      'times the work': ratio(name).toFixed(2),
      '100 a page, once': shown([full], name),
    })),
  )
  const slow = names.filter((name) => ratio(name) > MOST_TIMES_AS_MUCH)
  console.log(
    slow.length === 0
      ? 'Many feel like few.'
      : `More than ${MOST_TIMES_AS_MUCH} times as much: ${slow.join(', ')}.`,
  )
  return slow.length === 0
}

try {
  await runBench(bench)
} finally {
  await browser.close()
}
