import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/admin-offices/forms.module.css'

type Props = {
  title: string
  /** What stands in it, in a few words, so that it need not be opened to be known. */
  summary?: ReactNode
  isOpen: boolean
  onToggle: () => void
  mistakes: number
  children: ReactNode
}

/** One part of a long form, opened by its heading. */
export function FormPart({ title, summary, isOpen, onToggle, mistakes, children }: Props) {
  const { t } = useTranslation('admin-offices')
  const id = useId()
  return (
    <section className={classes.part} data-open={isOpen || undefined}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          onClick={onToggle}
        >
          <span className={classes.partTitle} id={`${id}-title`}>
            {title}
          </span>
          {mistakes > 0 ? (
            <span className={classes.mistakes}>
              <IconAlertTriangle aria-hidden size={16} />
              {t('form.mistakes', { count: mistakes })}
            </span>
          ) : (
            <span className={classes.summary}>{summary}</span>
          )}
          <IconChevronDown aria-hidden size={18} className={classes.chevron} />
        </button>
      </h3>
      <section id={`${id}-panel`} aria-labelledby={`${id}-title`} className={classes.panel} hidden={!isOpen}>
        {isOpen && children}
      </section>
    </section>
  )
}
