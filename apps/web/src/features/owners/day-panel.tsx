import type { CalendarBlock, OwnerOffice } from '@keyhour/contract/owners'
import { Anchor, Badge, Button, Stack, Text } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { calendarQuery, openTime, useOwnerChange } from '#web/features/owners/api.ts'
import { blockTimes, blockTitle } from '#web/features/owners/block-text.ts'
import classes from '#web/features/owners/calendar.module.css'
import { blockKeyOf, blocksOn, type Cell, weekOf } from '#web/features/owners/calendar-rules.ts'
import { OrderLink } from '#web/features/owners/order-cells.tsx'
import { formatDate, formatSpan } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = {
  office: OwnerOffice
  /** Null: closed. */
  cell: Cell | null
  onClose: () => void
  onCloseTime: (cell: Cell) => void
}

/** What takes one space on one day, in full. */
export function DayPanel({ office, cell, onClose, onCloseTime }: Props) {
  const { t } = useTranslation('owners')
  const space = office.spaces.find(({ sub_office_id }) => sub_office_id === cell?.sub_office_id)
  const title = t('calendar.cellTitle', {
    space: space ? localPlace(space).name : '',
    date: formatDate(cell?.date ?? '2000-01-01'),
  })
  return (
    <SidePanel opened={cell !== null && space !== undefined} onClose={onClose} title={title}>
      {cell && (
        <Stack gap="lg">
          <Day office={office} cell={cell} />
          <div>
            <Button
              leftSection={<IconCalendarOff aria-hidden size={18} />}
              onClick={() => {
                onClose()
                onCloseTime(cell)
              }}
            >
              {t('close.action')}
            </Button>
          </div>
        </Stack>
      )}
    </SidePanel>
  )
}

function Day({ office, cell }: { office: OwnerOffice; cell: Cell }) {
  const { t } = useTranslation('owners')
  const week = weekOf(cell.date)
  const calendar = useQuery(calendarQuery(office.id, { from: week[0]!, to: week[6]! }))
  return (
    <QueryView query={calendar} loading={t('calendar.loading')}>
      {(blocks) => {
        const own = blocksOn(blocks, { ...cell, zone: office.time_zone })
        if (own.length === 0) return <Text>{t('calendar.nothing')}</Text>
        return (
          <ul className={classes.entries}>
            {own.map((block) => (
              <li key={blockKeyOf(block)} className={classes.entry} data-kind={block.kind}>
                <Text size="sm" fw={600}>
                  {blockTimes(block, cell.date, office.time_zone, t)}
                </Text>
                <Entry block={block} office={office} />
              </li>
            ))}
          </ul>
        )
      }}
    </QueryView>
  )
}

function Entry({ block, office }: { block: CalendarBlock; office: OwnerOffice }) {
  const { t } = useTranslation('owners')
  return (
    <>
      <Text>
        <bdi>{blockTitle(block, t)}</bdi>
      </Text>
      {block.units > 1 && <SoftText>{t('block.seats', { count: block.units })}</SoftText>}
      {block.kind === 'order' && <Visit block={block} officeId={office.id} />}
      {block.closure && <Closed closure={block.closure} office={office} />}
    </>
  )
}

function Visit({ block, officeId }: { block: CalendarBlock; officeId: number }) {
  const { t } = useTranslation('owners')
  return (
    <>
      {block.waiting && <Badge color="brass">{t('orderState.waiting')}</Badge>}
      {block.checked_in && <Badge color="free">{t('block.checkedIn')}</Badge>}
      {block.open_ended && <SoftText>{t('block.openEnded')}</SoftText>}
      {block.phone !== null && (
        <Anchor href={`tel:${block.phone}`} dir="ltr">
          {block.phone}
        </Anchor>
      )}
      <Text size="sm">
        <OrderLink officeId={officeId} orderId={block.order_id}>
          {t('block.order', { id: block.order_id })}
        </OrderLink>
      </Text>
    </>
  )
}

type ClosedProps = { closure: NonNullable<CalendarBlock['closure']>; office: OwnerOffice }

function Closed({ closure, office }: ClosedProps) {
  const { t } = useTranslation('owners')
  const open = useOwnerChange({
    mutationFn: (id: number) => openTime(office.id, id),
    onSuccess: () => notify(t('close.opened'), 'success'),
    onError: (error) => notifyFailure(error),
  })
  return (
    <>
      <SoftText>{formatSpan(closure.start, closure.end, office.time_zone)}</SoftText>
      {closure.whole_office && office.spaces.length > 1 && <SoftText>{t('close.wholeOffice')}</SoftText>}
      {closure.may_open ? (
        <div>
          <Button
            size="xs"
            loading={open.isPending}
            onClick={() =>
              void onceConfirmed({ message: t('close.confirmOpening', { reason: closure.reason }) }, () =>
                open.mutate(closure.id),
              )
            }
          >
            {t('close.open')}
          </Button>
        </div>
      ) : (
        <SoftText>{t('close.byUs')}</SoftText>
      )}
    </>
  )
}
