import type { BoardBlock, BoardSpace } from '@keyhour/contract/schedule'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useReopen } from '#web/features/schedule/api.ts'
import { takenBy, takenTimes } from '#web/features/schedule/block-text.ts'
import { type MovableBooking, movableIn } from '#web/features/schedule/move-rules.ts'
import { lookOf } from '#web/features/schedule/rules.ts'
import { formatSpan } from '#web/format/time.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

export type ShownBlock = { block: BoardBlock; space: BoardSpace }

type Around = {
  officeId: number
  zone: string
  now: number
  /** Owners open times again in their own way. */
  asOwner: boolean
  ordersAt: string
  onMove: ((booking: MovableBooking) => void) | undefined
  onClose: () => void
}

type Props = Around & { shown: ShownBlock | null }

/** What takes a time: something without a page of its own, or a booking that a finger has chosen. */
export function BlockPanel({ shown, ...around }: Props) {
  const { t } = useTranslation('schedule')
  return (
    <SidePanel
      opened={shown !== null}
      onClose={around.onClose}
      title={shown ? takenBy(shown.block, t) : t('title')}
    >
      {shown && <Details {...shown} {...around} />}
    </SidePanel>
  )
}

function Details({ block, space, officeId, zone, now, asOwner, onClose, ...moves }: ShownBlock & Around) {
  const { t } = useTranslation('schedule')
  const reopen = useReopen(officeId, asOwner)
  const { closure } = block
  const booking = movableIn(block, space.sub_office_id)
  return (
    <Stack gap="xs">
      <Text fw={600}>
        {closure ? formatSpan(closure.start, closure.end, zone) : takenTimes(block, zone, t)}
      </Text>
      <Text>
        <bdi>{closure?.whole_office ? t('wholeOffice') : localPlace(space).name}</bdi>
      </Text>
      {space.units > 1 && !closure?.whole_office && <SoftText>{t('seats', { count: block.units })}</SoftText>}
      {!closure && <SoftText>{t(`look.${lookOf(block, now)}`)}</SoftText>}
      {booking && (
        <Group mt="sm" gap="sm">
          {moves.onMove && (
            <Button
              variant="filled"
              onClick={() => {
                onClose()
                moves.onMove?.(booking)
              }}
            >
              {t('move.action')}
            </Button>
          )}
          <Button component={Link} to={`${moves.ordersAt}${booking.order_id}`}>
            {t('move.open')}
          </Button>
        </Group>
      )}
      {closure && !closure.may_open && <SoftText>{t('stretch.byOthers')}</SoftText>}
      {closure?.may_open && (
        <div>
          <Button
            mt="sm"
            loading={reopen.isPending}
            onClick={() =>
              void onceConfirmed(
                { message: t('stretch.confirmOpening', { reason: closure.reason }), type: 'message' },
                () => reopen.mutate(closure.id, { onSuccess: onClose }),
              )
            }
          >
            {t('stretch.open')}
          </Button>
        </div>
      )}
    </Stack>
  )
}
