import { Group, Pagination, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZES } from '#web/ui/list-view.ts'
import classes from '#web/ui/pager.module.css'
import { useIsPhone } from '#web/ui/phone.ts'

type Props = {
  total: number
  page: number
  pageSize: number
  /** Counting stopped before the end, so there is a page after the last known one. */
  isMore?: boolean
  onTurn: (page: number) => void
  /** Without it, the page size is fixed. */
  onResize?: (pageSize: number) => void
}

/** Nothing if there is one page and its size is fixed. */
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
        // At most seven buttons with first, last and gaps; five on a phone.
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
