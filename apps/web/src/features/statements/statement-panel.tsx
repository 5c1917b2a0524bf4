import type { Statement, StatementDetails, StatementLine } from '@keyhour/contract/statements'
import { shownNumber } from '@keyhour/contract/statements'
import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linesQuery, statementQuery } from '#web/features/statements/api.ts'
import { FileButtons } from '#web/features/statements/file-buttons.tsx'
import { PayoutBadge } from '#web/features/statements/payout-badge.tsx'
import { officeName, spaceName } from '#web/features/statements/rules.ts'
import classes from '#web/features/statements/statements.module.css'
import { formatMoney } from '#web/format/money.ts'
import { formatDay, formatMonth, formatSpan } from '#web/format/time.ts'
import { Amounts } from '#web/ui/amounts.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { QueryView } from '#web/ui/query-view.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

/** `statement` stays while the panel closes. */
type Props = { opened: boolean; statement: Statement | null; onClose: () => void }

export function StatementPanel({ opened, statement, onClose }: Props) {
  const { t } = useTranslation('statements')
  const title = statement ? t('number', { number: shownNumber(statement) }) : ''
  return (
    <SidePanel opened={opened} onClose={onClose} title={title}>
      {statement && <Content key={statement.id} id={statement.id} />}
    </SidePanel>
  )
}

function Content({ id }: { id: number }) {
  const { t } = useTranslation('statements')
  const statement = useQuery(statementQuery(id))
  return (
    <QueryView query={statement} loading={t('loadingOne')}>
      {(details) => <Details statement={details} />}
    </QueryView>
  )
}

function Details({ statement }: { statement: StatementDetails }) {
  const { t } = useTranslation('statements')
  const heading = useId()
  const { month, payout, carried_to, has_same_owners, issued_at, time_zone, owners } = statement
  return (
    <Stack gap="lg">
      <div>
        <Title order={3} size="h4" id={heading}>
          <bdi>{spaceName(statement) ?? t('wholeOffice')}</bdi>, {formatMonth(month)}
        </Title>
        <SoftText>
          <bdi>{officeName(statement)}</bdi>
          {' · '}
          {t('issued', { day: formatDay(issued_at, time_zone) })}
        </SoftText>
        {owners !== null && (
          <SoftText>
            {owners.length > 0 ? t('issuedTo', { names: owners.join(', ') }) : t('issuedToNobody')}
          </SoftText>
        )}
      </div>
      <Totals statement={statement} />
      <Group gap="xs">
        <PayoutBadge statement={statement} />
        {payout.reference !== null && <bdi>{payout.reference}</bdi>}
        {payout.state === 'carried' && carried_to === null && (
          <SoftText>{t(has_same_owners ? 'carriedText' : 'carriedNowhere')}</SoftText>
        )}
      </Group>
      <Group gap="xs">
        <FileButtons statement={statement} describedBy={heading} />
      </Group>
      <Lines statement={statement} />
      <Waiting statement={statement} />
      <Fingerprint statement={statement} />
    </Stack>
  )
}

function Totals({ statement }: { statement: StatementDetails }) {
  const { t } = useTranslation('statements')
  const { price, tax, commission, corrections, net, currency } = statement
  const amounts = [
    { label: t('price'), cents: price },
    { label: t('commission'), cents: -commission },
    ...(corrections === 0 ? [] : [{ label: t('corrections'), cents: corrections }]),
    { label: t('net'), cents: net, isSum: true },
    { label: t('tax'), cents: tax },
  ]
  return <Amounts amounts={amounts} currency={currency} />
}

const LINES_A_PAGE = 10

function Lines({ statement }: { statement: StatementDetails }) {
  const { t } = useTranslation('statements')
  const [page, setPage] = useState(1)
  const lines = useQuery(linesQuery(statement.id, { page, page_size: LINES_A_PAGE }))
  return (
    <section>
      <Title order={4} size="h5">
        {t('lines', { count: statement.lines })}
      </Title>
      <QueryView query={lines} loading={t('loadingLines')}>
        {({ rows, total }) => (
          <>
            <ul className={classes.lines}>
              {rows.map((line) => (
                <Line key={line.position} line={line} statement={statement} />
              ))}
            </ul>
            <Pager total={total} page={page} pageSize={LINES_A_PAGE} onTurn={setPage} />
          </>
        )}
      </QueryView>
    </section>
  )
}

function Line({ line, statement }: { line: StatementLine; statement: StatementDetails }) {
  const { t } = useTranslation('statements')
  const { currency, time_zone, month } = statement
  const { kind, order_id, start, end, is_cancelled, net, price } = line
  const reason = kind === 'carried' ? 'carried' : 'correction'
  const words = kind === 'carried' ? t('number', { number: line.words }) : line.words
  const notes = [
    kind === 'change' && t('kind.change'),
    kind === 'move' && t('kind.move'),
    is_cancelled && t('cancelled'),
    line.month !== month && formatMonth(line.month),
  ].filter((note) => note !== false)
  return (
    <li className={classes.line}>
      <div className={classes.words}>
        <Text>{order_id === null ? t(`kind.${reason}`) : t('order', { number: order_id })}</Text>
        <SoftText>
          {start === null ? <bdi>{words}</bdi> : formatSpan(start, end ?? start, time_zone)}
        </SoftText>
        {notes.length > 0 && <SoftText>{notes.join(' · ')}</SoftText>}
      </div>
      <div className={classes.lineEnd}>
        <bdi className={classes.amount}>{formatMoney(net, currency)}</bdi>
        {order_id !== null && <SoftText>{t('of', { price: formatMoney(price, currency) })}</SoftText>}
      </div>
    </li>
  )
}

function Waiting({ statement: { waiting, currency } }: { statement: StatementDetails }) {
  const { t } = useTranslation('statements')
  if (waiting.length === 0) return null
  return (
    <section>
      <Title order={4} size="h5">
        {t('waiting')}
      </Title>
      <ul className={classes.lines}>
        {waiting.map(({ id, amount, words }) => (
          <li key={id} className={classes.line}>
            <bdi className={classes.words}>{words}</bdi>
            <bdi className={classes.amount}>{formatMoney(amount, currency)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What proves that the statement is still as it was issued. */
function Fingerprint({ statement: { hash, is_intact } }: { statement: StatementDetails }) {
  const { t } = useTranslation('statements')
  return (
    <section>
      <Title order={4} size="h5">
        {t('hash')}
      </Title>
      <bdi className={classes.hash}>{hash}</bdi>
      {is_intact ? (
        <SoftText>{t('intact')}</SoftText>
      ) : (
        <Alert color="danger" mt="xs" role="alert">
          {t('broken')}
        </Alert>
      )}
    </section>
  )
}
