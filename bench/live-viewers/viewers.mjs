import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openConnection } from '../throughput/connection.mjs'
import { clockTime, dayAhead } from '../throughput/days.mjs'

/** The second process: opens the live streams of one office, changes it, and notes when each viewer is told. */
const AT_ONCE = 100
const MOST_WAIT_MS = 10_000
const PAUSE_MS = 500
/** Viewers of one address; a company has one. */
const VIEWERS_AN_ADDRESS = 100

const commands = { open, close, change }
const viewers = []

process.on('disconnect', () => process.exit())
process.on('message', async ({ command, options }) => {
  try {
    process.send({ result: await commands[command](options) })
  } catch (error) {
    process.send({ failure: error.stack })
  }
})

/** Every viewer is signed in, in one of several tabs. Answers how many were refused, and why. */
async function open({ url, officeId, tokens, count }) {
  const refusals = {}
  for (let first = 0; first < count; first += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - first) }, async (_, at) => {
        const number = first + at
        const token = tokens[number % tokens.length]
        const refusal = await openViewer(new URL(url), { officeId, token, address: addressOf(number) })
        if (refusal) refusals[refusal] = (refusals[refusal] ?? 0) + 1
      }),
    )
  return { open: viewers.length, refusals }
}

const addressOf = (number) => {
  const network = Math.floor(number / VIEWERS_AN_ADDRESS)
  return `10.0.${Math.floor(network / 250)}.${1 + (network % 250)}`
}

/** Resolves when the stream is open, or with the reason why not. */
function openViewer({ hostname, port, host }, { officeId, token, address }) {
  const socket = connect({ host: hostname, port: Number(port) })
  const viewer = { socket, onChange: () => undefined }
  socket.write(
    `GET /api/offices/${officeId}/live HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n` +
      `authorization: Bearer ${token}\r\nx-forwarded-for: ${address}\r\n\r\n`,
  )
  return new Promise((resolve) => {
    socket.on('error', (error) => resolve(error.message))
    socket.on('data', (chunk) => {
      const text = chunk.latin1Slice()
      if (text.startsWith('HTTP/1.1 ') && !text.startsWith('HTTP/1.1 200')) {
        socket.destroy()
        return resolve(text.slice(9, text.indexOf('\r\n')))
      }
      if (text.includes('event: open')) {
        viewers.push(viewer)
        resolve()
      }
      if (text.includes('event: changed')) viewer.onChange()
    })
  })
}

async function close() {
  for (const { socket } of viewers.splice(0)) socket.destroy()
}

/** The ms from sending a change until each viewer is told of it, for all changes together. */
async function change({ url, space, token, times }) {
  const connection = await openConnection(new URL(url))
  const waits = []
  let missed = 0
  for (let at = 0; at < times; at += 1) {
    const told = tellTimes()
    await hold(connection, new URL(url), { space, token, hour: 12 + (at % 8) })
    const { ms, late } = await told
    waits.push(...ms)
    missed += late
    await pause(PAUSE_MS)
  }
  connection.close()
  return { waits, missed }
}

function tellTimes() {
  const start = performance.now()
  const ms = []
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      for (const viewer of viewers) viewer.onChange = () => undefined
      resolve({ ms, late: viewers.length - ms.length })
    }
    const timer = setTimeout(finish, MOST_WAIT_MS)
    for (const viewer of viewers)
      viewer.onChange = () => {
        viewer.onChange = () => undefined
        ms.push(performance.now() - start)
        if (ms.length === viewers.length) finish()
      }
  })
}

async function hold(connection, { host }, { space, token, hour }) {
  const body = JSON.stringify({
    ...space,
    date: dayAhead(2),
    start: clockTime(hour),
    end: clockTime(hour + 1),
  })
  const { status } = await connection.send(
    `POST /api/orders/hold HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  if (status !== 200) throw new Error(`A hold was answered with ${status}.`)
}
