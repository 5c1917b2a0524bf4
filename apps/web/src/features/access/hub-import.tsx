import type { HomeAssistant, HubLock } from '@keyhour/contract/hubs'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/access/access.module.css'
import { hubActionKey, hubLocksQuery, importHubLocks, useListChange } from '#web/features/access/api.ts'
import { isKnownState } from '#web/features/access/rules.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { FormWindow } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

export function HubImport({ hub, onClose }: { hub: HomeAssistant | null; onClose: () => void }) {
  const { t } = useTranslation('access')
  return (
    <FormWindow opened={hub !== null} onClose={onClose} title={t('import.title')}>
      {hub && <Locks hub={hub} onClose={onClose} />}
    </FormWindow>
  )
}

function Locks({ hub, onClose }: { hub: HomeAssistant; onClose: () => void }) {
  const { t } = useTranslation('access')
  const locks = useQuery(hubLocksQuery(hub.id))
  return (
    <QueryView
      query={locks}
      loading={t('import.loading')}
      isEmpty={({ length }) => length === 0}
      empty={t('import.none')}
    >
      {(list) => <Choice hub={hub} locks={list} onClose={onClose} />}
    </QueryView>
  )
}

type Props = { hub: HomeAssistant; locks: HubLock[]; onClose: () => void }

function Choice({ hub, locks, onClose }: Props) {
  const { t } = useTranslation(['access', 'ui'])
  const fresh = locks.filter(({ is_known }) => !is_known).map(({ home_assistant_id }) => home_assistant_id)
  const [left, setLeft] = useState<readonly string[]>([])
  const chosen = fresh.filter((id) => !left.includes(id))
  const addition = useListChange({
    mutationKey: hubActionKey(hub.id),
    mutationFn: () => importHubLocks(hub.id, chosen),
    onSuccess: ({ length }) => {
      notify(t('import.done', { count: length }), 'success')
      onClose()
    },
  })
  const toggle = (id: string, isChosen: boolean) =>
    setLeft(isChosen ? left.filter((one) => one !== id) : [...left, id])

  return (
    <Stack gap="md">
      <FailureAlert text={addition.error && refusalText(addition.error)} />
      <Text size="sm">{t(fresh.length > 0 ? 'import.choose' : 'import.allKnown')}</Text>
      <ul className={classes.locks}>
        {locks.map(({ home_assistant_id: id, name, state, is_known }) => (
          <li key={id} className={classes.lock}>
            <Checkbox
              label={<bdi>{name}</bdi>}
              description={
                <>
                  <bdi>{id}</bdi> · {isKnownState(state) ? t(`state.${state}`) : state}
                  {is_known && ` · ${t('import.known')}`}
                </>
              }
              checked={is_known || chosen.includes(id)}
              disabled={is_known}
              onChange={({ currentTarget: { checked } }) => toggle(id, checked)}
            />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="sm">
        <Button onClick={onClose}>{t('ui:cancel')}</Button>
        <Button
          variant="filled"
          disabled={chosen.length === 0}
          loading={addition.isPending}
          onClick={() => addition.mutate(undefined)}
        >
          {t('import.add', { count: chosen.length })}
        </Button>
      </Group>
    </Stack>
  )
}
