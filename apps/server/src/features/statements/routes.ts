import * as contract from '@keyhour/contract/statements'
import { idempotencyKey } from '#server/features/idempotency/once.ts'
import { addCorrection } from '#server/features/statements/add-correction.ts'
import { askToIssue } from '#server/features/statements/ask-to-issue.ts'
import { changePayout } from '#server/features/statements/change-payout.ts'
import { getStatement, getStatementDetails, readerOf } from '#server/features/statements/get-statement.ts'
import { listLines, listStatements } from '#server/features/statements/queries.ts'
import { writeStatementCsv } from '#server/features/statements/write-statement-csv.ts'
import { writeStatementPdf } from '#server/features/statements/write-statement-pdf.ts'
import { type Routes, serve } from '#server/http/routes.ts'
import { sendPdf } from '#server/http/send-pdf.ts'
import { sendTable } from '#server/http/table-file.ts'

export const statementRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(app, contract.listOwnerStatements, 'signedIn', async ({ query, session }, reply) => {
    const { rows, total } = await listStatements(db, { ...query, ownerId: session.id }, query)
    reply.header('x-total-count', total)
    return rows
  })

  serve(app, contract.getStatement, 'signedIn', ({ params, session }) =>
    getStatementDetails(db, params.id, readerOf(session)),
  )

  serve(app, contract.listStatementLines, 'signedIn', async ({ params, query, session }, reply) => {
    const statement = await getStatement(db, params.id, readerOf(session))
    reply.header('x-total-count', statement.lines)
    return listLines(db, statement, (query.page - 1) * query.page_size, query.page_size)
  })

  serve(app, contract.getStatementPdf, 'signedIn', async ({ params, query, session }, reply) => {
    const statement = await getStatement(db, params.id, readerOf(session))
    return sendPdf(reply, writeStatementPdf(deps, statement, query.language))
  })

  serve(app, contract.getStatementCsv, 'signedIn', async ({ params, query, session }, reply) => {
    const statement = await getStatement(db, params.id, readerOf(session))
    const file = writeStatementCsv(db, statement, query.language)
    return sendTable(reply, `keyhour-statement-${contract.shownNumber(statement)}`, 'csv', file)
  })

  serve(app, contract.listAllStatements, 'admin', async ({ query }, reply) => {
    const { rows, total } = await listStatements(db, { ...query, ownerId: undefined }, query)
    reply.header('x-total-count', total)
    return rows
  })

  serve(app, contract.issueStatements, 'admin', (request) => askToIssue(deps, request.body.month, request))

  serve(app, contract.changePayout, 'admin', (request) =>
    changePayout(deps, request.params.id, request.body, request),
  )

  serve(app, contract.addCorrection, 'admin', (request) => {
    const key = idempotencyKey(request.headers)
    return addCorrection(deps, { id: request.params.id, ...request.body, key }, request)
  })
}
