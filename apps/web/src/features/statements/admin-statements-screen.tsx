import { HOME_TIME_ZONE } from '@keyhour/contract/all-orders'
import { wallClock } from '@keyhour/contract/office-clock'
import { PayoutState, type Statement, shownNumber } from '@keyhour/contract/statements'
import { Button, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nowMs } from '#web/clock.ts'
import { allStatementsQuery, useStatementChanges } from '#web/features/statements/api.ts'
import { CorrectionForm } from '#web/features/statements/correction-form.tsx'
import { IssueForm } from '#web/features/statements/issue-form.tsx'
import { PayoutForm } from '#web/features/statements/payout-form.tsx'
import { allStatementsView, monthsOver } from '#web/features/statements/rules.ts'
import { StatementList } from '#web/features/statements/statement-list.tsx'
import { StatementPanel } from '#web/features/statements/statement-panel.tsx'
import classes from '#web/features/statements/statements.module.css'
import { formatMonth } from '#web/format/time.ts'
import { useView } from '#web/ui/address.ts'
import { FormWindow } from '#web/ui/form-window.tsx'
import type { ViewOf } from '#web/ui/list-view.ts'
import { Page } from '#web/ui/page.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'

/** What is open, and for which statement, as it was then; that stays while it closes. */
type Open = { what: 'payout' | 'correction' | 'panel' | null; statement: Statement | null }

export function AdminStatementsScreen() {
  const { t } = useTranslation('statements')
  const [view, changeView] = useView(allStatementsView)
  const statements = useQuery(allStatementsQuery(view))
  useStatementChanges()
  const [open, setOpen] = useState<Open>({ what: null, statement: null })
  const [isIssuing, setIssuing] = useState(false)
  const chosen = open.statement
  const close = () => setOpen((now) => ({ ...now, what: null }))
  const openOne = (what: Open['what']) => (statement: Statement) => setOpen({ what, statement })
  const months = monthsOver(wallClock(nowMs(), HOME_TIME_ZONE).date)
  return (
    <Page
      title={t('title')}
      wide
      actions={
        <Button variant="filled" onClick={() => setIssuing(true)}>
          {t('issue.button')}
        </Button>
      }
    >
      <Stack gap="md">
        <Text c="dimmed">{t('adminIntro')}</Text>
        <Filters months={months} view={view} onView={changeView} />
        <PagedList
          query={statements}
          view={view}
          onView={changeView}
          failure={t('failed')}
          empty={t('noneFound')}
          found={(count) => t('found', { count })}
        >
          {(rows: Statement[]) => (
            <StatementList
              statements={rows}
              withOffice
              onOpen={openOne('panel')}
              actions={(statement) => (
                <AdminButtons
                  statement={statement}
                  onPayout={openOne('payout')}
                  onCorrect={openOne('correction')}
                />
              )}
            />
          )}
        </PagedList>
      </Stack>
      <StatementPanel opened={open.what === 'panel'} statement={chosen} onClose={close} />
      <FormWindow
        opened={open.what === 'payout'}
        onClose={close}
        title={t('payout.title', { number: chosen ? shownNumber(chosen) : '' })}
      >
        {chosen && (
          <PayoutForm key={`${chosen.id} ${chosen.payout.version}`} statement={chosen} onClose={close} />
        )}
      </FormWindow>
      <FormWindow
        opened={open.what === 'correction'}
        onClose={close}
        title={t('correction.title', { number: chosen ? shownNumber(chosen) : '' })}
      >
        {chosen && <CorrectionForm key={chosen.id} statement={chosen} onClose={close} />}
      </FormWindow>
      <FormWindow opened={isIssuing} onClose={() => setIssuing(false)} title={t('issue.title')}>
        <IssueForm months={months} onClose={() => setIssuing(false)} />
      </FormWindow>
    </Page>
  )
}

type View = ViewOf<typeof allStatementsView>
type FilterProps = {
  months: string[]
  view: View
  onView: (change: Partial<View>, options?: { replace: boolean }) => void
}

function Filters({ months, view, onView }: FilterProps) {
  const { t } = useTranslation('statements')
  return (
    <div className={classes.filters}>
      <Select
        label={t('payout.label')}
        placeholder={t('all')}
        data={PayoutState.options.map((state) => ({
          value: state,
          label: state === 'carried' ? t('negativeBalance') : t(`state.${state}`),
        }))}
        value={view.state ?? null}
        onChange={(state) => onView({ state: (state as PayoutState | null) ?? undefined })}
        clearable
      />
      <Select
        label={t('month')}
        placeholder={t('all')}
        data={months.map((month) => ({ value: month, label: formatMonth(month) }))}
        value={view.month ?? null}
        onChange={(month) => onView({ month: month ?? undefined })}
        clearable
      />
      <SearchBox
        aria-label={t('search')}
        placeholder={t('search')}
        q={view.q}
        onSearch={(q) => onView({ q }, { replace: true })}
      />
    </div>
  )
}

type ButtonsProps = {
  statement: Statement
  onPayout: (statement: Statement) => void
  onCorrect: (statement: Statement) => void
}

function AdminButtons({ statement, onPayout, onCorrect }: ButtonsProps) {
  const { t } = useTranslation('statements')
  const number = shownNumber(statement)
  return (
    <>
      {statement.carried_to === null && (
        <Button size="xs" aria-label={t('payout.buttonOf', { number })} onClick={() => onPayout(statement)}>
          {t('payout.button')}
        </Button>
      )}
      <Button
        size="xs"
        aria-label={t('correction.buttonOf', { number })}
        onClick={() => onCorrect(statement)}
      >
        {t('correction.button')}
      </Button>
    </>
  )
}
