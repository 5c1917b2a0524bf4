import type { NewMessage } from '@keyhour/contract/messages'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { insertMessage } from '#server/features/messages/queries.ts'
import { networkOf } from '#server/http/network-of.ts'
import type { Deps } from '#server/http/routes.ts'

export async function sendMessage(deps: Deps, message: NewMessage, ip: string): Promise<{ id: number }> {
  await limitAttempts(deps, [{ what: 'contact', who: networkOf(ip), most: 10, minutes: 60 }])
  return insertMessage(deps.db, message)
}
