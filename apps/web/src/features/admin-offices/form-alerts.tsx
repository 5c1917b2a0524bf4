import type { FieldError } from '@keyhour/contract/errors'
import { useEffect, useRef } from 'react'
import { FormProblems } from '#web/features/admin-offices/form-problems.tsx'
import classes from '#web/features/admin-offices/forms.module.css'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOr, isOvertaken } from '#web/ui/form-errors.ts'
import { OvertakenCard } from '#web/ui/overtaken-card.tsx'

type Props = {
  error: Error | null
  /** Said where nobody knows more. */
  fallback: string
  problems: FieldError[]
  onLead: (field: string) => void
  onTake: () => void
}

/** Why a form was not saved, above it. */
export function FormAlerts({ error, fallback, problems, onLead, onTake }: Props) {
  const top = useRef<HTMLDivElement>(null)
  const failure = failureOr(error, fallback)

  // While it was sent no field could keep the focus; and what went wrong may be out of view.
  useEffect(() => {
    if (error !== null && failure !== null) top.current?.focus()
  }, [error, failure])

  return (
    <div ref={top} tabIndex={-1} className={classes.alerts}>
      {isOvertaken(error) ? <OvertakenCard error={error} onTake={onTake} /> : <FailureAlert text={failure} />}
      <FormProblems problems={problems} onLead={onLead} />
    </div>
  )
}
