import type { OrderInTheWay } from '@keyhour/contract/closures'
import { DeskClosing, type OfficeDay } from '@keyhour/contract/front-desk'
import type { MyOffice } from '@keyhour/contract/offices'
import { Alert, Anchor, Select, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CallError } from '#web/api/call.ts'
import { useCloseFromNow, useOpenAgain } from '#web/features/front-desk/api.ts'
import classes from '#web/features/front-desk/desk.module.css'
import { untilChoices } from '#web/features/front-desk/rules.ts'
import { formatTime, formatTimes, formatWallTime } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { FormWindow, WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Props = {
  office: MyOffice
  subOfficeId: number | undefined
  day: OfficeDay
  zone: string
  now: number
  onClose: () => void
}

/** Closes a room or the office at once; orders in the way are listed and stay. */
export function CloseNowForm({ opened, ...props }: Props & { opened: boolean }) {
  const { t } = useTranslation('front-desk')
  return (
    <FormWindow opened={opened} title={t('close.title')} onClose={props.onClose}>
      {opened && <Fields {...props} />}
    </FormWindow>
  )
}

type Draft = { sub_office_id: string; until: string; reason: string }

const closingOf = ({ sub_office_id, until, reason }: Draft) => ({
  reason,
  sub_office_id: sub_office_id === '' ? null : Number(sub_office_id),
  ...(until !== '' && { until }),
})

const mistakesIn = schemaResolver(DeskClosing, { sync: true })

const UNDO_MS = 15_000

function Fields({ office, subOfficeId, day, zone, now, onClose }: Props) {
  const { t } = useTranslation('front-desk')
  const form = useForm<Draft>({
    mode: 'controlled',
    initialValues: {
      sub_office_id: String(subOfficeId ?? office.sub_offices[0]?.id ?? ''),
      until: '',
      reason: '',
    },
    validate: (draft) => mistakesIn(closingOf(draft)),
    // The refusal was about another time.
    onValuesChange: () => save.reset(),
  })
  const undo = useOpenAgain(office.id)
  const save = useCloseFromNow(office.id)
  const inTheWay = ordersIn(save.error)
  const isAround = inTheWay.length > 0 || (save.isPending && save.variables.orders === 'keep')
  const send = (draft: Draft) =>
    save.mutate(
      { ...closingOf(draft), ...(isAround && { orders: 'keep' as const }) },
      {
        onSuccess: ({ id }) => {
          notify(t('close.closed'), 'success', UNDO_MS, {
            label: t('close.undo'),
            run: () => undo.mutate(id),
          })
          onClose()
        },
        onError: (error) => showRefusal(form, error),
      },
    )
  return (
    <WindowForm
      form={form}
      save={{
        mutate: send,
        error: inTheWay.length > 0 ? null : save.error,
        isPending: save.isPending,
        reset: save.reset,
      }}
      label={t(isAround ? 'close.around' : 'close.save')}
      onClose={onClose}
    >
      <InTheWay orders={inTheWay} zone={zone} />
      <Select
        {...inputOf(form, 'sub_office_id')}
        label={t('close.what')}
        data={[
          ...office.sub_offices.map((space) => ({ value: String(space.id), label: localPlace(space).name })),
          { value: '', label: t('wholeOffice') },
        ]}
        allowDeselect={false}
      />
      <Select
        {...inputOf(form, 'until')}
        label={t('close.until')}
        data={[
          { value: '', label: t('close.restOfDay') },
          ...untilChoices({ nowMs: now, until: day.until }, zone).map((time) => ({
            value: time,
            label: formatWallTime(time),
          })),
        ]}
        allowDeselect={false}
      />
      <TextInput
        {...inputOf(form, 'reason')}
        label={t('close.reason')}
        description={t('close.reasonHint')}
        autoComplete="off"
        data-autofocus
      />
    </WindowForm>
  )
}

function InTheWay({ orders, zone }: { orders: OrderInTheWay[]; zone: string }) {
  const { t } = useTranslation('front-desk')
  if (orders.length === 0) return null
  return (
    <Alert color="brass" variant="light" role="alert">
      <Text fw={600}>{t('close.orders', { count: orders.length })}</Text>
      <ul className={classes.inTheWay}>
        {orders.map(({ id, user_name, sub_office_name, sub_office_name_he, start, end }) => (
          <li key={id}>
            <Anchor component={Link} to={`/order/${id}`} c="inherit">
              <bdi>{user_name}</bdi>
            </Anchor>
            {sub_office_name !== null && (
              <>
                {' · '}
                <bdi>{localPlace({ name: sub_office_name, name_he: sub_office_name_he }).name}</bdi>
              </>
            )}
            {' · '}
            {end === null ? formatTime(start, zone) : formatTimes(start, end, zone)}
          </li>
        ))}
      </ul>
      <Text size="sm">{t('close.ordersStay')}</Text>
    </Alert>
  )
}

const ordersIn = (error: Error | null): OrderInTheWay[] =>
  error instanceof CallError ? (error.body?.orders ?? []) : []
