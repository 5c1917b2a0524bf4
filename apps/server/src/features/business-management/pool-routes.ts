import * as contract from '@keyhour/contract/business-credits'
import { auditAct } from '#server/features/audit/queries.ts'
import { exportPoolEntries } from '#server/features/business-management/export-pool-entries.ts'
import { exportUsage } from '#server/features/business-management/export-usage.ts'
import { countPaymentsOf, listPoolPayments } from '#server/features/business-management/queries.ts'
import { requireReader } from '#server/features/business-management/require-manager.ts'
import { listPoolEntries, listPoolLots, sumPool } from '#server/features/businesses/pool-queries.ts'
import { listUsage } from '#server/features/businesses/usage-queries.ts'
import { type Routes, serve } from '#server/http/routes.ts'
import { sendTable } from '#server/http/table-file.ts'

/** `2026-03` is stored as its first day. */
const inDays = <Report extends { from: string; to: string }>(report: Report): Report => ({
  ...report,
  from: `${report.from}-01`,
  to: `${report.to}-01`,
})

export const poolRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(app, contract.getPool, 'signedIn', async ({ params, session }) => {
    const { id, currency, low_at } = await requireReader(db, params.id, session)
    const now = deps.now()
    return { currency, low_at, left: await sumPool(db, id, now), lots: await listPoolLots(db, id, now) }
  })

  serve(app, contract.listPoolEntries, 'signedIn', async ({ params, query, session }) => {
    await requireReader(db, params.id, session)
    const { before, limit } = query
    const found = await listPoolEntries(db, params.id, { before, limit: limit + 1 })
    const entries = found.slice(0, limit)
    return { entries, next: found.length > limit ? entries.at(-1)!.id : null }
  })

  serve(app, contract.exportPoolEntries, 'signedIn', async (request, reply) => {
    const company = await requireReader(db, request.params.id, request.session)
    const { id } = company
    const act = { action: 'export company credits', subject: 'company', subject_id: id } as const
    await auditAct(db, request, act, deps.now())
    const file = exportPoolEntries(db, company, request.query)
    return sendTable(reply, `keyhour-company-credits-${id}`, request.query.format, file)
  })

  serve(app, contract.listPoolPayments, 'signedIn', async ({ params, query, session }, reply) => {
    await requireReader(db, params.id, session)
    reply.header('x-total-count', await countPaymentsOf(db, params.id))
    return listPoolPayments(db, params.id, query)
  })

  serve(app, contract.getUsage, 'signedIn', async ({ params, query, session }, reply) => {
    const { id, currency } = await requireReader(db, params.id, session)
    const { page, page_size, ...report } = inDays(query)
    const stretch = { limit: page_size, offset: (page - 1) * page_size }
    const { spent, orders, count, page: rows } = await listUsage(db, id, report, stretch)
    reply.header('x-total-count', count)
    return { currency, spent, orders, rows }
  })

  serve(app, contract.exportUsage, 'signedIn', async (request, reply) => {
    const business = await requireReader(db, request.params.id, request.session)
    const act = { action: 'export company usage', subject: 'company', subject_id: business.id } as const
    await auditAct(db, request, act, deps.now())
    const report = inDays(request.query)
    const name = `keyhour-usage-${request.query.from}-${request.query.to}`
    return sendTable(reply, name, report.format, exportUsage(db, business, report))
  })
}
