import type { BoardBlock, BoardDay, BoardSpace, ScheduleBoard } from '@keyhour/contract/schedule'
import { expect, test } from 'vitest'
import { sampleBlock, sampleBoard, sampleBoardDay } from '#test/samples.ts'
import {
  axisOf,
  boardRows,
  firstMinuteInView,
  hoursOf,
  inLanes,
  placeOn,
} from '#web/features/schedule/rules.ts'

const zone = 'Asia/Jerusalem'
const space = (blocks: BoardBlock[], change: Partial<BoardSpace> = {}): BoardSpace => ({
  ...sampleBoard().spaces[0]!,
  blocks,
  ...change,
})
const boardOn = (day: BoardDay, blocks: BoardBlock[] = []): ScheduleBoard =>
  sampleBoard({ days: [day], spaces: [space(blocks)] })

test('a board begins an hour before the first opening and ends an hour after the last', () => {
  expect(axisOf(boardOn(sampleBoardDay()))).toEqual({ from: 7 * 60, to: 21 * 60, byClock: false })
})

test('a booking outside the opening hours makes the board longer, a closure of weeks does not', () => {
  const late = sampleBlock({ start: '2026-03-02T18:00:00.000Z', end: '2026-03-02T20:30:00.000Z' })
  const closure = sampleBlock({
    kind: 'closure',
    start: '2026-02-01T00:00:00.000Z',
    end: '2026-04-01T00:00:00.000Z',
  })

  expect(axisOf(boardOn(sampleBoardDay(), [late, closure]))).toMatchObject({ from: 7 * 60, to: 24 * 60 })
})

test('on a closed day without bookings a board shows the hours of an ordinary day', () => {
  expect(axisOf(boardOn(sampleBoardDay({ openings: [] })))).toMatchObject({ from: 8 * 60, to: 20 * 60 })
})

test('a board that does not fit begins shortly before the morning, and today an hour before now', () => {
  const allDay = sampleBoardDay()
  const open = sampleBoardDay({ openings: [{ start: allDay.start, end: allDay.end }] })
  const night = { start: allDay.start, end: '2026-03-02T00:00:00.000Z' }
  const evening = { start: '2026-03-02T16:00:00.000Z', end: allDay.end }
  const begins = (board: ScheduleBoard, now = '2026-02-01T00:00:00Z') =>
    firstMinuteInView(board, axisOf(board), Date.parse(now))

  expect(begins(boardOn(allDay))).toBe(7.5 * 60)
  expect(begins(boardOn(open))).toBe(7.5 * 60)
  expect(begins(boardOn(sampleBoardDay({ openings: [] })))).toBe(7.5 * 60)
  expect(begins(boardOn(sampleBoardDay({ openings: [night, evening] })))).toBe(17.5 * 60)
  expect(begins(boardOn(open), '2026-03-02T12:00:00Z')).toBe(13 * 60)
  const closedFirst = [sampleBoardDay({ date: '2026-03-01', openings: [] }), open, allDay]
  expect(begins(sampleBoard({ days: closedFirst }))).toBe(7.5 * 60)
})

test('a night on which the clock is set back has its hour twice', () => {
  const day = sampleBoardDay({
    date: '2026-10-25',
    start: '2026-10-24T21:00:00.000Z',
    end: '2026-10-25T22:00:00.000Z',
    openings: [{ start: '2026-10-24T21:00:00.000Z', end: '2026-10-25T22:00:00.000Z' }],
  })
  const axis = axisOf(boardOn(day))

  const hours = hoursOf(axis, day, zone).map(({ text }) => text)

  expect(hours).toHaveLength(25)
  expect(hours.slice(0, 4)).toEqual(['12 AM', '1 AM', '1 AM', '2 AM'])
})

test('a block lies where its time is on the axis, and only the part of it on that day is drawn', () => {
  const day = sampleBoardDay()
  const where = { axis: { from: 0, to: 1440, byClock: false }, day, zone }

  expect(placeOn(where, { start: '2026-03-02T10:00:00.000Z', end: '2026-03-02T16:00:00.000Z' })).toEqual({
    from: 50,
    size: 25,
  })
  expect(placeOn(where, { start: '2026-03-01T10:00:00.000Z', end: '2026-03-02T04:00:00.000Z' })).toEqual({
    from: 0,
    size: 25,
  })
  expect(
    placeOn(where, { start: '2026-03-03T10:00:00.000Z', end: '2026-03-03T11:00:00.000Z' }),
  ).toBeUndefined()
})

test('seats taken at the same time lie below each other, with the cleaning behind its order', () => {
  const from = (hour: string, order_id: number) =>
    sampleBlock({ start: `2026-03-02T${hour}:00:00.000Z`, end: '2026-03-02T12:00:00.000Z', order_id })
  const cleaning = sampleBlock({
    kind: 'cleaning',
    start: '2026-03-02T12:00:00.000Z',
    end: '2026-03-02T12:30:00.000Z',
    order_id: 2,
  })

  const placed = inLanes([from('08', 1), from('09', 2), cleaning], 3)

  expect(placed.map(({ block, lane }) => [block.kind, block.order_id, lane])).toEqual([
    ['order', 1, 0],
    ['order', 2, 1],
    ['cleaning', 2, 1],
  ])
})

test('a closure of all seats is as high as the seats that are drawn', () => {
  const order = (order_id: number) => sampleBlock({ order_id })
  const closure = sampleBlock({
    kind: 'closure',
    order_id: null,
    units: 3,
    start: '2026-03-02T15:00:00.000Z',
    end: '2026-03-02T16:00:00.000Z',
  })

  expect(inLanes([order(1), order(2), closure], 3).at(-1)).toMatchObject({ lane: 0, lanes: 2 })
})

test('in a week, each day is a row with what touches it', () => {
  const next = sampleBoardDay({
    date: '2026-03-03',
    start: '2026-03-02T22:00:00.000Z',
    end: '2026-03-03T22:00:00.000Z',
  })
  const night = sampleBlock({ start: '2026-03-02T20:00:00.000Z', end: '2026-03-03T01:00:00.000Z' })
  const board = sampleBoard({ days: [sampleBoardDay(), next], spaces: [space([sampleBlock(), night])] })

  expect(boardRows(board).map(({ key, blocks }) => [key, blocks.length])).toEqual([
    ['2026-03-02', 2],
    ['2026-03-03', 1],
  ])
})
