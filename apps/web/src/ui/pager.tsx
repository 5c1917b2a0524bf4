import { Group, Pagination, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZES } from '#web/ui/list-view.ts'
import classes from '#web/ui/pager.module.css'
import { useIsPhone } from '#web/ui/phone.ts'

type Props = {
  total: number
  page: number
  pageSize: number
  /** There are more than were counted, so there is a page after the last one that is known of. */
  isMore?: boolean
  onTurn: (page: number) => void
  /** Without it the size of a page is not for choice. */
  onResize?: (pageSize: number) => void
}

/** The pages of a list. Nothing where there is one page and no choice. */
export function Pager({ total, page, pageSize, isMore = false, onTurn, onResize }: Props) {
  const { t } = useTranslation('ui')
  const isPhone = useIsPhone()
  const pages = Math.max(1, Math.ceil(total / pageSize)) + (isMore ? 1 : 0)
  if (pages === 1 && !onResize) return null
  return (
    <Group justify="space-between" align="flex-end" gap="sm">
      {onResize && (
        <Select
          label={t('perPage')}
          data={PAGE_SIZES.map(String)}
          value={String(pageSize)}
          onChange={(size) => onResize(Number(size ?? pageSize))}
          allowDeselect={false}
          w={140}
        />
      )}
      <Pagination
        total={pages}
        value={page}
        onChange={onTurn}
        // With the first, the last and what is left out, at most seven; five on a phone.
        siblings={isPhone ? 0 : 1}
        gap={4}
        size={onResize ? 'md' : 'sm'}
        previousIcon={PreviousWord}
        nextIcon={NextWord}
        getItemProps={(number) => ({ 'aria-label': t('page', { number }) })}
        getControlProps={() => ({ className: classes.turn })}
      />
    </Group>
  )
}

function PreviousWord() {
  const { t } = useTranslation('ui')
  return t('previousPage')
}

function NextWord() {
  const { t } = useTranslation('ui')
  return t('nextPage')
}
