import { describe, expect, test } from 'vitest'
import { type OrderForRow, orderRow, shownPayment } from './order-row.ts'

const START = '2026-03-02T09:00:00Z'
const later = (ms: number): string => new Date(Date.parse(START) + ms).toISOString()
const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]
const DAY = 24 * HOUR

const order = (given: Partial<OrderForRow>): OrderForRow => ({
  id: 41,
  date: '2026-03-01T07:00:00Z',
  start: START,
  end: later(2 * HOUR),
  total_price: null,
  basePricePerHourOrDay: 4000,
  rent_type: 'hour',
  payment_status: 'pending',
  ...given,
})

test('a row has everything that the list shows of an order', () => {
  expect(orderRow(order({ end: later(2.5 * HOUR), payment_status: 'part credit' }))).toEqual({
    orderId: 41,
    orderDate: '2026-03-01T07:00:00Z',
    serviceStartTime: START,
    serviceEndTime: '2026-03-02T11:30:00.000Z',
    serviceDuration: '2.5 hours',
    numericalDuration: 2.5,
    durationUnit: 'hours',
    subOfficeServicePrice: 10_000,
    taxes: 1800,
    totalAmountBilledToCustomer: 11_800,
    companyCommission: 3000,
    netAmountToSubOffice: 7000,
    paymentStatusAndMethod: 'Partly Credit',
  })
})

describe('duration', () => {
  test.each<[string, Partial<OrderForRow>, string]>([
    ['half an hour', { end: later(30 * MINUTE) }, '0.5 hours'],
    ['one hour', { end: later(HOUR) }, '1.0 hours'],
    ['a second', { end: later(SECOND) }, '0.0 hours'],
    ['two minutes, which is a third of a tenth', { end: later(2 * MINUTE) }, '0.0 hours'],
    ['three minutes, which is half a tenth', { end: later(3 * MINUTE) }, '0.1 hours'],
    ['1.15 hours', { end: later(69 * MINUTE) }, '1.2 hours'],
    ['1.25 hours', { end: later(75 * MINUTE) }, '1.3 hours'],
    ['1.05 hours', { end: later(63 * MINUTE) }, '1.1 hours'],
    ['just below half a tenth', { end: later(3 * MINUTE - 1) }, '0.0 hours'],
    ['23.9 hours', { end: later(23.9 * HOUR) }, '23.9 hours'],
    ['23.94 hours', { end: later(23.94 * HOUR) }, '23.9 hours'],
    ['23.95 hours, which is not a day yet', { end: later(23.95 * HOUR) }, '24.0 hours'],
    ['a millisecond before a day', { end: later(DAY - 1) }, '24.0 hours'],
    ['24 hours', { end: later(DAY) }, '1.0 days'],
    ['a millisecond more', { end: later(DAY + 1) }, '1.0 days'],
    ['25 hours', { end: later(25 * HOUR) }, '1.0 days'],
    ['25.2 hours, which is 1.05 days', { end: later(25.2 * HOUR) }, '1.1 days'],
    ['a day and a half', { end: later(36 * HOUR) }, '1.5 days'],
    ['47 hours', { end: later(47 * HOUR) }, '2.0 days'],
    ['a week', { end: later(7 * DAY) }, '7.0 days'],
    ['ten years', { end: '2036-03-02T09:00:00Z' }, '3653.0 days'],
    [
      'a day in Jerusalem on which the clocks go forward: 23 hours',
      { start: '2026-03-26T22:00:00Z', end: '2026-03-27T21:00:00Z' },
      '23.0 hours',
    ],
    [
      'a day in Jerusalem on which they go back: 25 hours',
      { start: '2026-10-24T21:00:00Z', end: '2026-10-25T22:00:00Z' },
      '1.0 days',
    ],
    [
      'from one to four across the gap: two hours',
      { start: '2026-03-27T01:00:00+02:00', end: '2026-03-27T04:00:00+03:00' },
      '2.0 hours',
    ],
    ['no end', { end: null }, 'N/A'],
    ['an end that was left out', { end: undefined }, 'N/A'],
    ['an empty end', { end: '' }, 'N/A'],
    ['no start', { start: null }, 'N/A'],
    ['an empty start', { start: '' }, 'N/A'],
    ['neither', { start: null, end: null }, 'N/A'],
    ['an end before the start', { end: later(-HOUR) }, 'Invalid date range'],
    ['an end at the start', { end: START }, 'Invalid date range'],
    ['an end a millisecond before the start', { end: later(-1) }, 'Invalid date range'],
    ['an end that is no date', { end: 'soon' }, 'Invalid date range'],
    ['a start that is no date', { start: 'once' }, 'Invalid date range'],
  ])('%s', (_, given, text) => {
    expect(orderRow(order(given)).serviceDuration).toBe(text)
  })

  test.each<[string, Partial<OrderForRow>, number, string | null]>([
    ['hours are not rounded in the number', { end: later(100 * MINUTE) }, 5 / 3, 'hours'],
    ['days neither', { end: later(25 * HOUR) }, 25 / 24, 'days'],
    ['without an end there is no number', { end: null }, 0, null],
    ['nor for a time that runs backwards', { end: later(-HOUR) }, 0, null],
  ])('%s', (_, given, numericalDuration, durationUnit) => {
    expect(orderRow(order(given))).toMatchObject({ numericalDuration, durationUnit })
  })
})

/** Price, tax of 18 %, billed, commission of 30 %, net: worked out by hand. */
type Sums = [price: number, taxes: number, billed: number, commission: number, net: number]
const NOTHING: Sums = [0, 0, 0, 0, 0]

describe('amounts, in cents', () => {
  test.each<[string, Partial<OrderForRow>, Sums]>([
    ['the agreed price wins over the hours', { total_price: 10_000 }, [10_000, 1800, 11_800, 3000, 7000]],
    ['an agreed price of nothing is a price', { total_price: 0 }, NOTHING],
    ['one cent', { total_price: 1 }, [1, 0, 1, 0, 1]],
    ['two cents: 0.36 and 0.6', { total_price: 2 }, [2, 0, 2, 1, 1]],
    ['three cents: 0.54 and 0.9', { total_price: 3 }, [3, 1, 4, 1, 2]],
    ['25 cents: 4.5 and 7.5 are rounded up', { total_price: 25 }, [25, 5, 30, 8, 17]],
    ['75 cents: 13.5 and 22.5', { total_price: 75 }, [75, 14, 89, 23, 52]],
    ['99.99', { total_price: 9999 }, [9999, 1800, 11_799, 3000, 6999]],
    ['125.50', { total_price: 12_550 }, [12_550, 2259, 14_809, 3765, 8785]],
    [
      'as much as the database keeps',
      { total_price: 2_147_483_647 },
      [2_147_483_647, 386_547_056, 2_534_030_703, 644_245_094, 1_503_238_553],
    ],
    ['no agreed price: two hours of 40.00', {}, [8000, 1440, 9440, 2400, 5600]],
    ['no agreed price and no base price', { basePricePerHourOrDay: 0 }, NOTHING],
    ['a price that was left out', { total_price: undefined }, [8000, 1440, 9440, 2400, 5600]],
    ['a price that is a word', { total_price: 'free' }, [8000, 1440, 9440, 2400, 5600]],
    ['figures in quotes are no number', { total_price: '9900' }, [8000, 1440, 9440, 2400, 5600]],
    ['not a number', { total_price: Number.NaN }, [8000, 1440, 9440, 2400, 5600]],
    ['no end of a number', { total_price: Number.POSITIVE_INFINITY }, [8000, 1440, 9440, 2400, 5600]],
    ['a third of an hour of 40.00', { end: later(20 * MINUTE) }, [1333, 240, 1573, 400, 933]],
    ['half an hour of 0.01', { end: later(30 * MINUTE), basePricePerHourOrDay: 1 }, [1, 0, 1, 0, 1]],
    ['no time at all', { end: START }, NOTHING],
    [
      'two days by the hour are 48 hours',
      { end: later(2 * DAY) },
      [192_000, 34_560, 226_560, 57_600, 134_400],
    ],
    ['23.95 hours by the hour', { end: later(23.95 * HOUR) }, [95_800, 17_244, 113_044, 28_740, 67_060]],
    ['24 hours by the hour', { end: later(DAY) }, [96_000, 17_280, 113_280, 28_800, 67_200]],
    ['24 hours by the day', { rent_type: 'day', end: later(DAY) }, [4000, 720, 4720, 1200, 2800]],
    [
      '12 hours by the day are half a day',
      { rent_type: 'day', end: later(12 * HOUR) },
      [2000, 360, 2360, 600, 1400],
    ],
    ['two hours by the day: 333.33', { rent_type: 'day' }, [333, 60, 393, 100, 233]],
    ['three days by the day', { rent_type: 'day', end: later(3 * DAY) }, [12_000, 2160, 14_160, 3600, 8400]],
    [
      'by the day, on the one that has 23 hours: 3833.33',
      { rent_type: 'day', start: '2026-03-26T22:00:00Z', end: '2026-03-27T21:00:00Z' },
      [3833, 690, 4523, 1150, 2683],
    ],
    [
      'by the day, on the one that has 25 hours: 4166.67',
      { rent_type: 'day', start: '2026-10-24T21:00:00Z', end: '2026-10-25T22:00:00Z' },
      [4167, 750, 4917, 1250, 2917],
    ],
    [
      'ten years by the hour',
      { end: '2036-03-02T09:00:00Z' },
      [350_688_000, 63_123_840, 413_811_840, 105_206_400, 245_481_600],
    ],
    ['without an end nothing is owed, whatever was agreed', { end: null, total_price: 5000 }, NOTHING],
    ['without a start neither', { start: null, total_price: 5000 }, NOTHING],
    ['without an agreed price neither', { end: null }, NOTHING],
    ['backwards in time costs nothing by the hour', { end: later(-HOUR) }, NOTHING],
    [
      'backwards in time costs what was agreed',
      { end: later(-HOUR), total_price: 5000 },
      [5000, 900, 5900, 1500, 3500],
    ],
    [
      'tax and commission are those of the order',
      { total_price: 10_000, tax_percent: 17, commission_percent: 25 },
      [10_000, 1700, 11_700, 2500, 7500],
    ],
    [
      'also when they are nothing',
      { total_price: 10_000, tax_percent: 0, commission_percent: 0 },
      [10_000, 0, 10_000, 0, 10_000],
    ],
  ])('%s', (_, given, sums) => {
    const row = orderRow(order(given))

    expect([
      row.subOfficeServicePrice,
      row.taxes,
      row.totalAmountBilledToCustomer,
      row.companyCommission,
      row.netAmountToSubOffice,
    ]).toEqual(sums)
  })
})

test.each([
  ['credits', 'Credits'],
  ['Credits', 'Credits'],
  ['CREDITS', 'Credits'],
  ['paid with credits', 'Credits'],
  ['part credit', 'Partly Credit'],
  ['PaRt CrEdIt', 'Partly Credit'],
  ['partly credits', 'Partly Credit'],
  ['credit, in part', 'Partly Credit'],
  ['part of the full credit', 'Partly Credit'],
  ['full credit card', 'Full Credit Card'],
  ['FULL CREDIT CARD', 'Full Credit Card'],
  ['full credits', 'Full Credit Card'],
  ['credit in full', 'Full Credit Card'],
  ['paid', 'Paid'],
  ['PAID', 'Paid'],
  ['paid ', 'Pending'],
  ['unpaid', 'Pending'],
  ['prepaid', 'Pending'],
  ['credit', 'Pending'],
  ['credit card', 'Pending'],
  ['part', 'Pending'],
  ['full', 'Pending'],
  ['pending', 'Pending'],
  ['', 'Pending'],
  ['refunded', 'Pending'],
])('the payment status %j is shown as %s', (status, shown) => {
  expect(shownPayment(status)).toBe(shown)
})
