import type { AdminOffice } from '@keyhour/contract/admin-offices'
import type { FieldError } from '@keyhour/contract/errors'
import type { SubOffice } from '@keyhour/contract/offices'
import { type FormErrors, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Keeping, type RowKey, type Upload, useRowChange } from '#web/features/admin-offices/api.ts'
import { type Checked, errorsOf, fieldOf, placesOf } from '#web/features/admin-offices/form-rules.ts'
import { isOvertaken, issuesOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

type Options<Row, Draft, Body, Part extends string> = {
  /** Null for a new office or sub-office. */
  stored: Row | null
  /** The row that is shown as busy while saving. */
  keyOf: (row: Row) => RowKey
  draftOf: (stored: Row | null) => Draft
  check: (draft: Draft) => Checked<Body>
  /** The fields of each part. */
  parts: Record<Part, readonly string[]>
  opened: readonly NoInfer<Part>[]
  save: (body: Body, read: Row | null, upload: Upload & Keeping) => Promise<Row>
  fetchAgain: (read: Row) => Promise<Row>
  onClose: () => void
}

/** The state of an office or sub-office form: values, problems and saving. */
export function useDraftForm<
  Row extends AdminOffice | SubOffice,
  Draft extends object,
  Body,
  Part extends string,
>(options: Options<Row, Draft, Body, Part>) {
  const { stored, keyOf, draftOf, check, save: send, fetchAgain, onClose } = options
  const { t } = useTranslation('admin-offices')
  /** The version that saving refers to. */
  const [read, setRead] = useState(stored)
  const [isPreparing, setPreparing] = useState(false)
  const form = useForm<Draft>({ mode: 'controlled', initialValues: draftOf(stored) })
  const parts = useFormParts(form, options.parts, options.opened)
  const upload = useUpload()
  const save = useRowChange({
    mutationFn: ({ body, ...keeping }: Keeping & { key: RowKey | null; body: Body }) =>
      send(body, read, { ...upload.start(), keep_orders: keeping.keep_orders === true }),
    onSuccess: ({ name }) => {
      notify(stored ? t('form.saved', { name }) : t('form.added', { name }), 'success')
      onClose()
    },
    onError: async (error) => {
      parts.showProblems(issuesOf(error))
      if (read && isOvertaken(error)) setRead(await fetchAgain(read))
    },
  })

  function submit(keeping: Keeping = {}) {
    const { body, problems } = check(form.getValues())
    save.reset()
    if (problems) parts.showProblems(problems)
    else save.mutate({ key: read && keyOf(read), body, ...keeping })
  }

  function takeStored() {
    const draft = draftOf(read)
    form.setInitialValues(draft)
    form.setValues(draft)
    form.clearErrors()
    save.reset()
  }

  return {
    form,
    setPreparing,
    panel: {
      partOf: parts.of,
      error: save.error,
      problems: parts.problems,
      isUnsaved: form.isDirty(),
      isSaving: save.isPending,
      isPreparing,
      share: upload.share,
      onLead: (field: string) => parts.leadTo([field]),
      onTake: takeStored,
      onSave: () => submit(),
      onKeep: () => submit({ keep_orders: true }),
      onStop: upload.stop,
      onClose,
    },
  }
}

type Form = {
  errors: FormErrors
  setErrors: (errors: FormErrors) => void
  getInputNode: (field: string) => HTMLElement | null
}

/** Which parts of the form are open, and its problems. */
function useFormParts<Part extends string>(
  form: Form,
  parts: Record<Part, readonly string[]>,
  opened: readonly Part[],
) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set<string>(opened))
  const [found, setFound] = useState<FieldError[]>([])
  /** The field that gets the focus as soon as it can. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const known = new Set(Object.values<readonly string[]>(parts).flat())
  // A changed field counts as valid until the form is submitted again.
  const problems = found.filter((problem) => !known.has(fieldOf(problem)) || form.errors[fieldOf(problem)])

  function leadTo(fields: string[]) {
    const { opened, first } = placesOf(parts, fields)
    setOpen((open) => new Set([...open, ...opened]))
    setAwaited(first ?? null)
  }

  // The field may not be rendered yet, and is disabled while the form is being sent.
  useEffect(() => {
    const node = awaited === null ? null : form.getInputNode(awaited)
    if (node === null || node.matches(':disabled')) return
    node.focus()
    setAwaited(null)
  })

  function showProblems(problems: FieldError[]) {
    setFound(problems)
    form.setErrors(errorsOf(problems))
    leadTo(problems.map(fieldOf))
  }

  const toggle = (part: Part) =>
    setOpen((open) => new Set(open.has(part) ? [...open].filter((name) => name !== part) : [...open, part]))

  return {
    problems,
    showProblems,
    leadTo,
    of: (part: Part) => ({
      isOpen: open.has(part),
      onToggle: () => toggle(part),
      mistakes: parts[part].filter((field) => form.errors[field]).length,
    }),
  }
}

function useUpload() {
  const [share, setShare] = useState(0)
  const running = useRef<AbortController>(null)

  function start(): Upload {
    setShare(0)
    running.current = new AbortController()
    return { onProgress: setShare, signal: running.current.signal }
  }

  return { share, start, stop: () => running.current?.abort() }
}
