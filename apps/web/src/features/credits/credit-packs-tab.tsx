import type { CreditPack } from '@keyhour/contract/credits'
import { Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminChanges } from '#web/api/live.ts'
import { creditPacksQuery } from '#web/features/credits/api.ts'
import { PackForm } from '#web/features/credits/pack-form.tsx'
import { PackList } from '#web/features/credits/pack-list.tsx'
import { copyOfPack, draftOfPack, NEW_PACK, type PackDraft } from '#web/features/credits/rules.ts'
import { serverText } from '#web/texts/i18n.ts'
import { ListTitle } from '#web/ui/list-head.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** What the form shows. It stays while the window closes. */
type Form = { opened: boolean; pack: CreditPack | null; draft: PackDraft }

export function CreditPacksTab() {
  const { t } = useTranslation('credits')
  const queryClient = useQueryClient()
  const packs = useQuery(creditPacksQuery)
  useAdminChanges('credit_packs', () => void queryClient.invalidateQueries(creditPacksQuery))
  const [form, setForm] = useState<Form>({ opened: false, pack: null, draft: NEW_PACK })
  const add = (draft: PackDraft) => setForm({ opened: true, pack: null, draft })

  return (
    <Stack gap="md">
      <ListTitle title={t('title')} add={t('add')} onAdd={() => add(NEW_PACK)} />
      <QueryView
        shape="table"
        query={packs}
        loading={t('loading')}
        failure={({ message }) => t('failed', { message: serverText(message) || t('failedToFetch') })}
        isEmpty={({ length }) => length === 0}
        empty={t('none')}
      >
        {(rows) => (
          <PackList
            packs={rows}
            onEdit={(pack) => setForm({ opened: true, pack, draft: draftOfPack(pack) })}
            onDuplicate={(pack) => add(copyOfPack(pack, t('copySuffix')))}
          />
        )}
      </QueryView>
      <PackForm {...form} onClose={() => setForm((open) => ({ ...open, opened: false }))} />
    </Stack>
  )
}
