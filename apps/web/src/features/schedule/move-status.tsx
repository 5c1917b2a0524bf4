import type { ScheduleBoard } from '@keyhour/contract/schedule'
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { placeInWords } from '#web/features/schedule/block-text.ts'
import type { MoveNews } from '#web/features/schedule/use-held.ts'

/** Says to screen readers where a booking that is being moved is now. */
export function MoveStatus({ news, board }: { news: MoveNews | null; board: ScheduleBoard }) {
  const { t } = useTranslation('schedule')
  const words = () => {
    if (!news) return ''
    const { booking, to } = news.dragged
    const space = board.spaces.find(({ sub_office_id }) => sub_office_id === to.sub_office_id)
    const place = placeInWords(booking, to, space, t)
    return t(`move.said.${news.kind}`, { name: booking.customer ?? t('deletedCustomer'), place })
  }
  return (
    <VisuallyHidden role="status" aria-live="assertive">
      {words()}
    </VisuallyHidden>
  )
}
