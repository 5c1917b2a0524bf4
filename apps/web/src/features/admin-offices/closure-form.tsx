import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { NewClosure } from '@keyhour/contract/closures'
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconCalendarOff } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { nowMs } from '#web/clock.ts'
import { addClosure, useClosureChange } from '#web/features/admin-offices/form-api.ts'
import { type ClosureDraft, closureOf } from '#web/features/admin-offices/form-rules.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { wallClock } from '#web/format/time.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, focusFirst, showRefusal, translated } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

const WHOLE = ''
const mistakesIn = schemaResolver(NewClosure, { sync: true })

/** Stands within a larger form, so it is no form itself. */
export function ClosureForm({ office }: { office: AdminOffice }) {
  const { t } = useTranslation('admin-offices')
  const today = wallClock(new Date(nowMs()).toISOString(), office.time_zone).date
  const form = useForm<ClosureDraft>({
    mode: 'controlled',
    name: 'closure',
    initialValues: {
      sub_office_id: WHOLE,
      date: today,
      end_date: today,
      whole_days: true,
      start: '09:00',
      end: '17:00',
      reason: '',
    },
    validate: (draft) => mistakesIn(closureOf(draft)),
  })
  const add = useClosureChange(
    office.id,
    (draft: ClosureDraft) => addClosure(office.id, closureOf(draft)),
    () => {
      notify(t('closures.added'), 'success')
      form.reset()
    },
  )

  function submit() {
    if (add.isPending) return
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return focusFirst(form, errors)
    add.mutate(form.getValues(), { onError: (error) => showRefusal(form, error) })
  }

  /** Enter adds the closure; it does not save the office. */
  function submitOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    submit()
  }

  const spaces = office.sub_offices.filter(({ deleted_at }) => deleted_at === null)
  const field = (name: keyof ClosureDraft) => ({
    ...form.getInputProps(name),
    error: translated(form.errors[name]),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame of its own
    <div
      role="group"
      aria-label={t('closures.add')}
      className={classes.closureForm}
      onKeyDown={submitOnEnter}
    >
      <FailureAlert text={failureWith(add.error)} />
      <div className={classes.fields}>
        <TextInput
          {...field('reason')}
          label={t('closures.reason')}
          description={t('closures.reasonHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          autoComplete="off"
        />
        <Select
          {...field('sub_office_id')}
          label={t('closures.what')}
          data={[
            { value: WHOLE, label: t('closures.wholeOffice') },
            ...spaces.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          allowDeselect={false}
        />
        <TextInput {...field('date')} label={t('closures.firstDay')} type="date" min={today} />
        <TextInput {...field('end_date')} label={t('closures.lastDay')} type="date" min={form.values.date} />
      </div>
      <Checkbox {...form.getInputProps('whole_days', { type: 'checkbox' })} label={t('closures.wholeDays')} />
      {!form.values.whole_days && (
        <div className={classes.fields}>
          <TextInput {...field('start')} label={t('closures.from')} type="time" step={1800} />
          <TextInput {...field('end')} label={t('closures.until')} type="time" step={1800} />
        </div>
      )}
      <div>
        <Button
          leftSection={<IconCalendarOff aria-hidden size={18} />}
          loading={add.isPending}
          onClick={submit}
        >
          {t('closures.add')}
        </Button>
      </div>
    </div>
  )

  function failureWith(error: Error | null): string | null {
    const failure = failureOf(error)
    const orders = error instanceof CallError ? error.body?.orders_in_the_way : undefined
    return failure !== null && orders !== undefined
      ? `${failure} ${t('closures.inTheWay', { count: orders })}`
      : failure
  }
}
