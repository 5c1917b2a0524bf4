import { Badge } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/admin-offices/offices.module.css'
import { nameId } from '#web/features/admin-offices/row-actions.tsx'
import { flagsOf, isDeleted, type OfficeRow } from '#web/features/admin-offices/rules.ts'

/** Whether the sub-offices of a row are in view. */
export type Disclosure = { isOpen: boolean; onToggle: () => void }

/** Opens and closes the sub-offices; says in words what the colours of a row say. */
export function NameCell({ row, isOpen, onToggle }: Disclosure & { row: OfficeRow }) {
  const { t } = useTranslation('admin-offices')
  const { office, space, spaces } = row
  const { name } = space ?? office
  const isEmpty = spaces.length === 0
  return (
    <div className={classes.name} data-inside={space !== null || undefined}>
      {!space && (
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-label={t('table.spacesOf', { name, count: spaces.length })}
          onClick={onToggle}
          hidden={isEmpty}
        >
          <Chevron isOpen={isOpen} />
        </button>
      )}
      <div className={classes.words}>
        <bdi id={nameId(row)} className={classes.title} title={name}>
          {name}
        </bdi>
        <RowState row={row} />
      </div>
    </div>
  )
}

export const Chevron = ({ isOpen }: { isOpen: boolean }) =>
  isOpen ? (
    <IconChevronDown aria-hidden size={18} />
  ) : (
    <IconChevronRight aria-hidden size={18} className={classes.chevron} />
  )

/** What is special about an office or a sub-office, in words. */
export function RowState({ row }: { row: OfficeRow }) {
  const { t } = useTranslation('admin-offices')
  const flags = row.space ? [] : flagsOf(row.office)
  if (isDeleted(row))
    return (
      <Badge size="sm" variant="light" color="danger" tt="none" className={classes.state}>
        {t('table.deleted')}
      </Badge>
    )
  return (
    flags.length > 0 && (
      <span className={classes.flags}>{flags.map((flag) => t(`table.flag.${flag}`)).join(' · ')}</span>
    )
  )
}
