import type { ReactNode } from 'react'
import errorArt from '#web/pictures/empty-error.svg'
import { Message } from '#web/ui/message.tsx'

type Props = { message: string; text?: string | undefined; action: ReactNode; isHeading?: boolean }

export function FailureMessage({ message, text, action, isHeading = false }: Props) {
  return (
    <Message art={errorArt} alert title={message} text={text} action={action} order={isHeading ? 1 : 2} />
  )
}
