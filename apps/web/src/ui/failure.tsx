import errorArt from 'virtual:picture/empty-error'
import type { ReactNode } from 'react'
import { Message } from '#web/ui/message.tsx'

/** What failed, and what can be done about it. */
export function Failure({ message, action }: { message: string; action: ReactNode }) {
  return <Message art={errorArt} alert title={message} action={action} />
}
