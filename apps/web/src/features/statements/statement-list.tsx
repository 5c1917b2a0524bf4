import { type Statement, shownNumber } from '@keyhour/contract/statements'
import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FileButtons } from '#web/features/statements/file-buttons.tsx'
import { PayoutBadge } from '#web/features/statements/payout-badge.tsx'
import { officeName, spaceName } from '#web/features/statements/rules.ts'
import classes from '#web/features/statements/statements.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatMonth } from '#web/format/time.ts'

type Props = {
  statements: Statement[]
  withOffice?: boolean
  onOpen: (statement: Statement) => void
  /** More buttons of a row. */
  actions?: (statement: Statement) => ReactNode
}

export function StatementList({ statements, ...row }: Props) {
  const { t } = useTranslation('statements')
  return (
    <ul className={classes.list} aria-label={t('title')}>
      {statements.map((statement) => (
        <li key={statement.id} className={classes.row}>
          <Row statement={statement} {...row} />
        </li>
      ))}
    </ul>
  )
}

type RowProps = Omit<Props, 'statements'> & { statement: Statement }

function Row({ statement, withOffice = false, onOpen, actions }: RowProps) {
  const { t } = useTranslation('statements')
  const heading = useId()
  const { month, lines, net, currency } = statement
  const space = spaceName(statement) ?? t('wholeOffice')
  return (
    <>
      <div className={classes.words}>
        <Text fw={500} id={heading}>
          <bdi>{space}</bdi>, {formatMonth(month)}
        </Text>
        <Text size="sm" c="dimmed">
          {withOffice && (
            <>
              <bdi>{officeName(statement)}</bdi>
              {' · '}
            </>
          )}
          {t('number', { number: shownNumber(statement) })}
          {' · '}
          {t('lines', { count: lines })}
        </Text>
      </div>
      <div className={classes.end}>
        <PayoutBadge statement={statement} />
        <bdi className={classes.amount}>{formatMoney(net, currency)}</bdi>
      </div>
      <Group gap="xs" className={classes.actions}>
        <Button size="xs" aria-describedby={heading} onClick={() => onOpen(statement)}>
          {t('open')}
        </Button>
        <FileButtons statement={statement} describedBy={heading} />
        {actions?.(statement)}
      </Group>
    </>
  )
}
