import { Group, Pagination, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZES } from '#web/ui/page-sizes.ts'

type Props = {
  total: number
  page: number
  pageSize: number
  onTurn: (page: number) => void
  /** Without it the size of a page is not for choice. */
  onResize?: (pageSize: number) => void
}

/** The pages of a list. Nothing where there is one page and no choice. */
export function Pager({ total, page, pageSize, onTurn, onResize }: Props) {
  const { t } = useTranslation('ui')
  const pages = Math.max(1, Math.ceil(total / pageSize))
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
        siblings={1}
        gap={4}
        size={onResize ? 'md' : 'sm'}
        getItemProps={(number) => ({ 'aria-label': t('page', { number }) })}
        getControlProps={(control) => ({
          'aria-label': control === 'next' ? t('nextPage') : t('previousPage'),
        })}
      />
    </Group>
  )
}
