import type { Readable } from 'node:stream'
import type { ExportFormat } from '@keyhour/contract/all-orders'
import {
  type Compared,
  highestFirst,
  type Insight,
  type InsightMeasure,
  type InsightQuestion,
  type InsightTable,
  noShowsOf,
  occupancyOf,
  type Totals,
  utilisationOf,
} from '@keyhour/contract/insight'
import { inLanguage } from '@keyhour/contract/place-names'
import type { Language } from '@keyhour/contract/primitives'
import { INSIGHT_WORDS, type InsightWords } from '#server/features/insight/export-words.ts'
import { getInsight } from '#server/features/insight/get-insight.ts'
import { type Cell, inMajorUnits } from '#server/http/cells.ts'
import type { Deps } from '#server/http/routes.ts'
import { writeTable } from '#server/http/table-file.ts'
import { HOUR } from '#server/time/opening-hours.ts'

type ExportRequest = InsightQuestion & {
  table: InsightTable
  format: ExportFormat
  language: Language
  sort: InsightMeasure
}

/** The table behind a chart, with more columns than the screen has room for. */
export async function exportInsight(
  deps: Deps,
  { table, format, language, sort, ...question }: ExportRequest,
): Promise<Readable> {
  const found = await getInsight(deps, question)
  const insight = {
    ...found,
    offices: highestFirst(found.offices, sort),
    types: highestFirst(found.types, sort),
  }
  const words = INSIGHT_WORDS[language]
  const { headings, rows } = TABLES[table](insight, words, language)
  const columns = headings.map((heading) => ({ heading, width: Math.max(12, heading.length + 2) }))
  const batches = (async function* () {
    yield rows
  })()
  return writeTable({ format, language, sheet: words.sheets[table], columns, batches })
}

type Table = { headings: string[]; rows: Cell[][] }

const TABLES: Record<InsightTable, (insight: Insight, words: InsightWords, language: Language) => Table> = {
  periods: ({ periods, currency }, words) => ({
    headings: [words.from, words.to, ...figureHeadings(currency, words)],
    rows: periods.map(({ days, ...totals }) => [days.from, days.to, ...totalCells(totals)]),
  }),
  offices: ({ offices, currency }, words, language) => ({
    headings: [words.office, ...figureHeadings(currency, words)],
    rows: offices.map((office) => [inLanguage(language, office).name, ...totalCells(office)]),
  }),
  types: ({ types, currency }, words) => ({
    headings: [words.type, ...figureHeadings(currency, words)],
    rows: types.map(({ type, ...totals }) => [words.types[type], ...totalCells(totals)]),
  }),
  hours: ({ hours, currency }, words) => ({
    headings: [words.day, words.hour, ...figureHeadings(currency, words)],
    rows: hours.map((totals, at) => [
      words.days[Math.floor(at / 24)]!,
      `${String(at % 24).padStart(2, '0')}:00`,
      ...totalCells(totals),
    ]),
  }),
  payments: ({ payments, total, currency }, { payment, measure, before, share, payments: names }) => {
    const [revenue, orders] = [measure('revenue', currency), measure('orders', currency)]
    return {
      headings: [payment, revenue, before(revenue), share, orders, before(orders)],
      rows: payments.map((one) => [
        names[one.payment],
        inMajorUnits(one.now.revenue),
        inMajorUnits(one.before.revenue),
        percent(total.now.revenue > 0 ? one.now.revenue / total.now.revenue : null),
        one.now.orders,
        one.before.orders,
      ]),
    }
  },
}

const percent = (share: number | null): Cell => (share === null ? null : { amount: share * 100 })
const inHours = (ms: number): Cell => ({ amount: ms / HOUR })

/** A change is given for amounts only: percent of percentages would confuse. */
const MEASURES = {
  revenue: {
    cell: ({ revenue }: Totals) => inMajorUnits(revenue),
    plain: ({ revenue }: Totals) => revenue,
  },
  net: { cell: ({ net }: Totals) => inMajorUnits(net), plain: ({ net }: Totals) => net },
  orders: { cell: ({ orders }: Totals) => orders, plain: ({ orders }: Totals) => orders },
  occupancy: { cell: (totals: Totals) => percent(occupancyOf(totals)) },
  utilisation: { cell: (totals: Totals) => percent(utilisationOf(totals)) },
  booked: { cell: ({ booked_ms }: Totals) => inHours(booked_ms) },
  open: { cell: ({ open_ms }: Totals) => inHours(open_ms) },
  noShows: { cell: ({ no_shows }: Totals) => no_shows },
  noShowShare: { cell: (totals: Totals) => percent(noShowsOf(totals)) },
} as const
const NAMES = Object.keys(MEASURES) as (keyof typeof MEASURES)[]
const MONEY = new Set<string>(['revenue', 'net'])

function figureHeadings(
  currency: Insight['currency'],
  { measure, before, change, changePercent }: InsightWords,
): string[] {
  return NAMES.flatMap((name) => {
    const heading = measure(name, currency)
    return [
      heading,
      before(heading),
      ...('plain' in MEASURES[name] ? [change(heading), changePercent(heading)] : []),
    ]
  })
}

function totalCells({ now, before }: Compared): Cell[] {
  return NAMES.flatMap((name) => {
    const measure = MEASURES[name]
    const cells: Cell[] = [measure.cell(now), measure.cell(before)]
    if (!('plain' in measure)) return cells
    const [difference, base] = [measure.plain(now) - measure.plain(before), measure.plain(before)]
    const shown = MONEY.has(name) ? inMajorUnits(difference) : difference
    return [...cells, shown, percent(base > 0 ? difference / base : null)]
  })
}
