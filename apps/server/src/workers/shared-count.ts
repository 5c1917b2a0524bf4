import type { Worker } from 'node:cluster'
import type { ConcurrencyLimit, Count, countInMemory } from '#server/http/concurrency-limit.ts'
import type { FromPrimary, FromWorker } from '#server/workers/messages.ts'

/** In the primary process: counts for this worker, and gives back what it held when it ends. */
export function countFor(worker: Worker, count: ReturnType<typeof countInMemory>): void {
  const held = new Map<number, () => void>()
  worker.on('message', (message: FromWorker) => {
    if ('count' in message) {
      const giveBack = count(message.limits)
      if (giveBack) held.set(message.count, giveBack)
      const answer: FromPrimary = { counted: message.count, isRoom: giveBack !== undefined }
      worker.send(answer, () => undefined)
    } else if ('giveBack' in message) {
      held.get(message.giveBack)?.()
      held.delete(message.giveBack)
    }
  })
  worker.on('disconnect', () => {
    for (const giveBack of held.values()) giveBack()
  })
}

/** In a worker: asks the primary process. */
export function countInPrimary(): Count {
  const asked = new Map<number, (isRoom: boolean) => void>()
  let last = 0
  const tell = (message: FromWorker) => process.send!(message, () => undefined)
  process.on('message', (message: FromPrimary) => {
    if (!('counted' in message)) return
    asked.get(message.counted)?.(message.isRoom)
    asked.delete(message.counted)
  })
  return async (limits: ConcurrencyLimit[]) => {
    last += 1
    const count = last
    tell({ count, limits })
    const isRoom = await new Promise<boolean>((resolve) => asked.set(count, resolve))
    return isRoom ? () => void tell({ giveBack: count }) : undefined
  }
}
