import type { ContactMessage } from '@keyhour/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { messageQuery } from '#web/features/messages/api.ts'
import { neighbourOf } from '#web/features/messages/rules.ts'
import { useAddress } from '#web/ui/address.ts'

/** The address says which message is open. */
export function useOpenMessage(rows: ContactMessage[]) {
  const [address, changeAddress] = useAddress()
  const openId = Number(address.get('message')) || null
  const last = useRef({ id: 0, place: 0 })
  const query = useQuery({
    ...messageQuery(openId ?? 0),
    enabled: openId !== null,
    // As the list has it, until the message itself has arrived.
    placeholderData: () => rows.find(({ id }) => id === openId),
  })

  function open(message: ContactMessage): void {
    last.current = { id: message.id, place: rows.indexOf(message) }
    changeAddress((before) => {
      const next = new URLSearchParams(before)
      next.set('message', String(message.id))
      return next
    })
  }

  function close(): void {
    changeAddress((before) => {
      const next = new URLSearchParams(before)
      next.delete('message')
      return next
    })
  }

  const neighbour = (step: 1 | -1) => neighbourOf(rows, { ...last.current, id: openId ?? 0 }, step)

  return { openId, query, open, close, neighbour, lastId: () => last.current.id }
}
