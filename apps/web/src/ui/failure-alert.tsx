import { Alert } from '@mantine/core'

export function FailureAlert({ text }: { text: string | null }) {
  return (
    text !== null && (
      <Alert color="danger" variant="light" role="alert">
        {text}
      </Alert>
    )
  )
}
