import cluster from 'node:cluster'
import type { FromPrimary, FromWorker, Orders } from '#server/workers/messages.ts'

// What a worker says to the primary process and hears from it. Node ends a worker whose primary process is gone.

export const { isWorker } = cluster

/** Asks for them, because Node drops what arrives before anybody listens. */
export const receiveOrders = (): Promise<Orders> =>
  new Promise((resolve) => {
    process.once('message', (message: FromPrimary) => {
      if ('orders' in message) resolve(message.orders)
    })
    void tell({ isWaiting: true })
  })

const tell = (message: FromWorker): Promise<void> =>
  new Promise((resolve) => void process.send!(message, () => resolve()))

export const reportReady = (): Promise<void> => tell({ isReady: true })

export function reportFailure(error: unknown): Promise<void> {
  const { message, code } = error as NodeJS.ErrnoException
  return tell({ failure: { message, code } })
}
