import type { AdminOffice } from '@keyhour/contract/admin-offices'
import { NewClosure } from '@keyhour/contract/closures'
import { wallClock } from '@keyhour/contract/office-clock'
import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { IconCalendarOff } from '@tabler/icons-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { nowMs } from '#web/clock.ts'
import { addClosure, useClosureChange } from '#web/features/closures/api.ts'
import { ClosureFields } from '#web/features/closures/closure-fields.tsx'
import { ClosureOrders, type Decision } from '#web/features/closures/closure-orders.tsx'
import { type ClosureDraft, closureOf, newClosure } from '#web/features/closures/rules.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, focusFirst, showRefusal } from '#web/ui/form-errors.ts'
import { InnerForm } from '#web/ui/inner-form.tsx'
import { notify } from '#web/ui/notifications.tsx'

const mistakesIn = schemaResolver(NewClosure, { sync: true })

type Office = { office: AdminOffice }

/** If orders are in the way, the server refuses, and the admin decides about them. */
function useNewClosure(office: AdminOffice, today: string) {
  const { t } = useTranslation('admin-offices')
  const form = useForm<ClosureDraft>({
    mode: 'controlled',
    name: 'closure',
    initialValues: newClosure(today),
    validate: (draft) => mistakesIn(closureOf(draft)),
    // The refusal was about another time.
    onValuesChange: () => add.reset(),
  })
  const add = useClosureChange(
    office.id,
    ({ draft, orders, orders_key }: Sent) =>
      addClosure(office.id, {
        ...closureOf(draft),
        ...(orders && { orders }),
        ...(orders_key !== undefined && { orders_key }),
      }),
    ({ orders }) => {
      notify(t(orders === 'cancel' ? 'closures.addedCancelling' : 'closures.added'), 'success')
      form.reset()
    },
  )
  const refusal = ordersIn(add.error, add.variables) ?? (add.isPending ? add.variables.refusal : undefined)

  function submit(decision?: Decision) {
    if (add.isPending) return
    const { hasErrors, errors } = form.validate()
    if (hasErrors) return focusFirst(form, errors)
    add.mutate(
      {
        draft: form.getValues(),
        orders: decision,
        orders_key: decision && refusal?.orders_key,
        refusal: decision && refusal,
      },
      { onError: (error) => showRefusal(form, error) },
    )
  }

  return { form, add, refusal, submit }
}

export function ClosureForm({ office }: Office) {
  const { t } = useTranslation('admin-offices')
  const today = wallClock(nowMs(), office.time_zone).date
  const { form, add, refusal, submit } = useNewClosure(office, today)
  const button = useRef<HTMLButtonElement>(null)

  // The list of orders replaces the button that was pressed; when the button returns, it gets the focus.
  const hadOrders = useRef(false)
  useEffect(() => {
    if (hadOrders.current && !refusal && document.activeElement === document.body) button.current?.focus()
    hadOrders.current = refusal !== undefined
  }, [refusal])

  return (
    <InnerForm label={t('closures.add')} onEnter={() => submit()}>
      <FailureAlert text={refusal ? null : failureOf(add.error)} />
      <ClosureFields
        form={form}
        spaces={office.sub_offices.filter(({ deleted_at }) => deleted_at === null)}
        today={today}
      />
      {refusal ? (
        <ClosureOrders
          refusal={refusal}
          office={office}
          pending={add.isPending ? (add.variables.orders ?? null) : null}
          onDecide={submit}
          onBack={() => add.reset()}
        />
      ) : (
        <div>
          <Button
            ref={button}
            leftSection={<IconCalendarOff aria-hidden size={18} />}
            loading={add.isPending}
            onClick={() => submit()}
          >
            {t('closures.add')}
          </Button>
        </div>
      )}
    </InnerForm>
  )
}

type Refusal = ComponentProps<typeof ClosureOrders>['refusal']
type Sent = {
  draft: ClosureDraft
  orders: Decision | undefined
  orders_key: string | undefined
  /** Stays visible until the server has answered the decision. */
  refusal: Refusal | undefined
}

/** Undefined if the server refused for another reason. */
function ordersIn(error: Error | null, sent: Sent | undefined): Refusal | undefined {
  const body = error instanceof CallError ? error.body : undefined
  return body?.orders && { ...body, orders: body.orders, hasChanged: sent?.orders_key !== undefined }
}
