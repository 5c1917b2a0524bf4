import type { FieldError } from '@keyhour/contract/errors'
import type { FormErrors } from '@mantine/form'
import { useEffect, useState } from 'react'
import { errorsOf, fieldOf, placesOf } from '#web/features/admin-offices/form-rules.ts'

type Form = {
  errors: FormErrors
  setErrors: (errors: FormErrors) => void
  getInputNode: (field: string) => HTMLElement | null
}

/** Which parts of a long form are open, and what is wrong in it. */
export function useFormParts<Part extends string>(
  form: Form,
  parts: Record<Part, readonly string[]>,
  opened: readonly NoInfer<Part>[],
) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set<string>(opened))
  const [told, setTold] = useState<FieldError[]>([])
  /** The field that is to have the focus. */
  const [waiting, setWaiting] = useState<string | null>(null)
  const known = new Set(Object.values<readonly string[]>(parts).flat())
  // What has been typed over is not wrong until it is sent again.
  const problems = told.filter((problem) => !known.has(fieldOf(problem)) || form.errors[fieldOf(problem)])
  const mistakesIn = (part: Part) => parts[part].filter((field) => form.errors[field]).length

  function leadTo(fields: string[]) {
    const { opened, first } = placesOf(parts, fields)
    setOpen((open) => new Set([...open, ...opened]))
    setWaiting(first ?? null)
  }

  // The field may have to be shown first, and cannot have the focus before all is sent.
  useEffect(() => {
    const node = waiting === null ? null : form.getInputNode(waiting)
    if (node === null || node.matches(':disabled')) return
    node.focus()
    setWaiting(null)
  })

  function tell(found: FieldError[]) {
    setTold(found)
    form.setErrors(errorsOf(found))
    leadTo(found.map(fieldOf))
  }

  const toggle = (part: Part) =>
    setOpen((open) => new Set(open.has(part) ? [...open].filter((name) => name !== part) : [...open, part]))

  return {
    problems,
    tell,
    leadTo,
    /** What a part of the form needs to know of itself. */
    of: (part: Part) => ({
      isOpen: open.has(part),
      onToggle: () => toggle(part),
      mistakes: mistakesIn(part),
    }),
  }
}
