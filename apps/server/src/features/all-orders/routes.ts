import * as contract from '@keyhour/contract/all-orders'
import { exportOrders } from '#server/features/all-orders/export-orders.ts'
import { listOrders } from '#server/features/all-orders/list-orders.ts'
import { streamOrders } from '#server/features/all-orders/stream-orders.ts'
import { type Routes, serve } from '#server/http/routes.ts'
import { sendTable } from '#server/http/table-file.ts'
import { tellTotal } from '#server/http/tell-total.ts'

export const allOrderRoutes: Routes = async (app, deps) => {
  const { db } = deps

  serve(
    app,
    contract.listAllOrders,
    'admin',
    async ({ query: { page, page_size, sort, direction, ...filters } }, reply) => {
      if (!(page || page_size || sort || direction))
        return reply.type('application/json; charset=utf-8').send(streamOrders(db, filters) as never)
      const { orders, total } = await listOrders(db, {
        ...filters,
        page: page ?? 1,
        page_size: page_size ?? 20,
        sort: sort ?? 'date',
        direction: direction ?? 'desc',
      })
      tellTotal(reply, total)
      return orders
    },
  )

  serve(app, contract.exportOrders, 'admin', async (request, reply) => {
    const { file, total } = await exportOrders(deps, request.query, request)
    tellTotal(reply, total)
    return sendTable(reply, 'keyhour-orders', request.query.format, file)
  })
}
