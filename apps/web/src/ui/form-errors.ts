import type { FieldError } from '@keyhour/contract/errors'
import { invalidValue } from '@keyhour/contract/primitives'
import type { FormErrors, UseFormReturnType } from '@mantine/form'
import { isCancel } from 'axios'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { CallError, SENTENCES } from '#web/api/call.ts'
import { serverText } from '#web/texts/i18n.ts'

z.config({ customError: invalidValue })

/** By field; empty if the server sent a sentence. */
export function fieldErrorsOf(error: Error | null): Record<string, string> {
  if (!(error instanceof CallError)) return {}
  return Object.fromEntries(error.issues.map(({ loc, msg }) => [loc[1] ?? '', msg]))
}

/** Another person has changed the record since it was read. */
export const isOvertaken = (error: Error | null): error is CallError =>
  error instanceof CallError && error.body?.changed_at !== undefined

/** The message above a form; null if the fields show it. */
export function failureOf(error: Error | null): string | null {
  if (!error || (error instanceof CallError && error.issues.length > 0)) return null
  return serverText(error.message)
}

/** As `failureOf`, with the screen's own words for unknown failures; null for aborted calls. */
export function failureOr(error: Error | null, fallback: string): string | null {
  if (!error || isCancel(error)) return null
  const knowsMore = error instanceof CallError && error.message !== SENTENCES.unknown
  return knowsMore ? failureOf(error) : fallback
}

export const issuesOf = (error: Error): FieldError[] => (error instanceof CallError ? [...error.issues] : [])

/** One sentence in the page's language, for screens without fields. */
export function refusalText(error: Error): string {
  const issues = error instanceof CallError ? error.issues : []
  return issues.length > 0 ? issues.map(({ msg }) => serverText(msg)).join(', ') : serverText(error.message)
}

/** In the page's language. */
export const translated = (error: ReactNode): ReactNode =>
  typeof error === 'string' ? serverText(error) : error

type Form = { getInputNode: (field: string) => HTMLElement | null; setErrors: (errors: FormErrors) => void }

export function focusFirst(form: Form, errors: FormErrors): void {
  const [first] = Object.keys(errors)
  if (first) form.getInputNode(first)?.focus()
}

/** The props of an input, with its error in the page's language. */
export const inputOf = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  name: keyof Values & string,
) => ({ ...form.getInputProps(name), error: translated(form.errors[name]) })

/** Submits a valid form; otherwise focuses the first mistake. */
export const submitOf = <Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  act: (values: Values) => void,
) =>
  form.onSubmit(
    (values) => act(values),
    (errors) => focusFirst(form, errors),
  )

/** Shows the server's errors at their fields and focuses the first. */
export function showRefusal(form: Form, error: Error): void {
  const errors = fieldErrorsOf(error)
  form.setErrors(errors)
  focusFirst(form, errors)
}
