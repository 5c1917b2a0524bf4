import { Alert } from '@mantine/core'

/** Above a form: why it did not go through. Nothing while nothing went wrong. */
export function FailureAlert({ text }: { text: string | null }) {
  return (
    text !== null && (
      <Alert color="danger" variant="light" role="alert">
        {text}
      </Alert>
    )
  )
}
