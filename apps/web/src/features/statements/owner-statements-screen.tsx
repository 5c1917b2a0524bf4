import type { OwnerOffice } from '@keyhour/contract/owners'
import type { Statement } from '@keyhour/contract/statements'
import { Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnedOffices } from '#web/features/owners/api.ts'
import { ownStatementsQuery } from '#web/features/statements/api.ts'
import { officeName, ownStatementsView } from '#web/features/statements/rules.ts'
import { StatementList } from '#web/features/statements/statement-list.tsx'
import { StatementPanel } from '#web/features/statements/statement-panel.tsx'
import classes from '#web/features/statements/statements.module.css'
import { localPlace } from '#web/texts/local-place.ts'
import { useView } from '#web/ui/address.ts'
import { Page } from '#web/ui/page.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'

type Panel = { opened: boolean; statement: Statement | null }

export function OwnerStatementsScreen() {
  const { t } = useTranslation('statements')
  const { offices } = useOwnedOffices()
  const [{ office, ...turn }, changeView] = useView(ownStatementsView)
  const statements = useQuery(ownStatementsQuery(office, turn))
  const [panel, setPanel] = useState<Panel>({ opened: false, statement: null })
  return (
    <Page title={t('title')}>
      <Stack gap="md">
        <Text c="dimmed">{t('intro')}</Text>
        <OfficeFilter
          offices={offices}
          chosen={office}
          found={statements.data?.rows[0]}
          onChoose={(next) => changeView({ office: next })}
        />
        <PagedList
          query={statements}
          view={turn}
          onView={changeView}
          failure={t('failed')}
          empty={t('none')}
          found={(count) => t('found', { count })}
        >
          {(rows: Statement[]) => (
            <StatementList
              statements={rows}
              withOffice={office === undefined}
              onOpen={(statement) => setPanel({ opened: true, statement })}
            />
          )}
        </PagedList>
      </Stack>
      <StatementPanel {...panel} onClose={() => setPanel((open) => ({ ...open, opened: false }))} />
    </Page>
  )
}

type FilterProps = {
  offices: OwnerOffice[]
  chosen: number | undefined
  /** Names an office that is deleted or has other owners now. */
  found: Statement | undefined
  onChoose: (office: number | undefined) => void
}

function OfficeFilter({ offices, chosen, found, onChoose }: FilterProps) {
  const { t } = useTranslation(['statements', 'owners'])
  const options = offices.map((office) => ({ value: String(office.id), label: localPlace(office).name }))
  const isGone = chosen !== undefined && !offices.some(({ id }) => id === chosen)
  if (isGone) options.push({ value: String(chosen), label: found ? officeName(found) : '…' })
  if (options.length < 2 && !isGone) return null
  return (
    <div className={classes.filters}>
      <Select
        aria-label={t('office', { ns: 'owners' })}
        placeholder={t('all')}
        data={options}
        value={chosen === undefined ? null : String(chosen)}
        onChange={(id) => onChoose(id === null ? undefined : Number(id))}
        clearable
      />
    </div>
  )
}
