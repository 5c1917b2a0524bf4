import type { FieldError } from '@keyhour/contract/errors'
import { invalidValue } from '@keyhour/contract/primitives'
import type { FormErrors } from '@mantine/form'
import { isCancel } from 'axios'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { CallError, SENTENCES } from '#web/api/call.ts'
import { serverText } from '#web/texts/i18n.ts'

z.config({ customError: invalidValue })

/** What the server said of single fields, by field; nothing when it said a sentence. */
export function fieldErrorsOf(error: Error | null): Record<string, string> {
  if (!(error instanceof CallError)) return {}
  return Object.fromEntries(error.issues.map(({ loc, msg }) => [loc[1] ?? '', msg]))
}

/** Somebody else has changed the same record since it was read. */
export const isOvertaken = (error: Error | null): error is CallError =>
  error instanceof CallError && error.body?.changed_at !== undefined

/** What stands above a form whose call failed; nothing when its fields say it. */
export function failureOf(error: Error | null): string | null {
  if (!error || (error instanceof CallError && error.issues.length > 0)) return null
  return serverText(error.message)
}

/** The same, with words of the screen's own where nobody knows what went wrong; nothing for what was stopped. */
export function failureOr(error: Error | null, fallback: string): string | null {
  if (!error || isCancel(error)) return null
  const knowsMore = error instanceof CallError && error.message !== SENTENCES.unknown
  return knowsMore ? failureOf(error) : fallback
}

/** What the server said of single fields, as it said it. */
export const issuesOf = (error: Error): FieldError[] => (error instanceof CallError ? [...error.issues] : [])

/** What the server refused, in one sentence and in the language of the page, for where no field can say it. */
export function refusalText(error: Error): string {
  const issues = error instanceof CallError ? error.issues : []
  return issues.length > 0 ? issues.map(({ msg }) => serverText(msg)).join(', ') : serverText(error.message)
}

/** The error at a field, in the language of the page. */
export const translated = (error: ReactNode): ReactNode =>
  typeof error === 'string' ? serverText(error) : error

type Form = { getInputNode: (field: string) => HTMLElement | null; setErrors: (errors: FormErrors) => void }

/** Leads whoever sent a form with mistakes to the first one. */
export function focusFirst(form: Form, errors: FormErrors): void {
  const [first] = Object.keys(errors)
  if (first) form.getInputNode(first)?.focus()
}

/** What the server refused stands at its fields, and the first of them has the focus. */
export function showRefusal(form: Form, error: Error): void {
  const errors = fieldErrorsOf(error)
  form.setErrors(errors)
  focusFirst(form, errors)
}
