import type { CodeHolder, LockCode } from '@keyhour/contract/grants'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/access/access.module.css'
import { CodesLeft, codesOfQuery, useTakeOut } from '#web/features/access/api.ts'
import { countByDoor } from '#web/features/access/rules.ts'
import { serverText } from '#web/texts/i18n.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { FormWindow } from '#web/ui/form-window.tsx'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

/** What to do about the codes in the locks; empty once they have been removed. */
export type Answer = { codes_stay?: true; same_hub?: true }

/** A change that was refused because codes are in the locks of `holder`. */
export type Refused = {
  holder: CodeHolder
  mayBeSameHub?: boolean
  goAhead: (answer: Answer) => Promise<unknown>
}

export function CodesDialog({ refused, onClose }: { refused: Refused | null; onClose: () => void }) {
  const { t } = useTranslation('access')
  return (
    <FormWindow opened={refused !== null} onClose={onClose} title={t('codes.title')}>
      {refused && <Codes refused={refused} onClose={onClose} />}
    </FormWindow>
  )
}

function Codes({ refused, onClose }: { refused: Refused; onClose: () => void }) {
  const codes = useQuery(codesOfQuery(refused.holder))
  return <QueryView query={codes}>{(list) => <Decision {...{ refused, onClose }} codes={list} />}</QueryView>
}

type Props = { refused: Refused; codes: LockCode[]; onClose: () => void }

function Decision({ refused: { holder, mayBeSameHub, goAhead }, codes, onClose }: Props) {
  const { t } = useTranslation(['access', 'ui'])
  const going = useMutation({ mutationFn: goAhead, onSuccess: onClose })
  const takeOut = useTakeOut(holder, () => going.mutate({}))
  const left = 'device_id' in holder ? 'leftByDoor' : mayBeSameHub ? 'leftByAddress' : 'leftByHub'
  const isBusy = takeOut.isPending || going.isPending
  return (
    <Stack gap="md">
      <FailureAlert text={failureOf(takeOut.error, t('codes.left')) ?? failureOf(going.error)} />
      <Text role="status">
        {takeOut.isPending
          ? t('codes.taking', { count: codes.length })
          : `${t('codes.inLocks', { count: codes.length })} ${t(`codes.${left}`, { count: codes.length })}`}
      </Text>
      <ul className={classes.locks}>
        {countByDoor(codes).map(({ id, name, count }) => (
          <li key={id} className={classes.lock}>
            <bdi>{name}</bdi> · {t('codes.count', { count })}
            <Failures codes={codes.filter(({ device_id }) => device_id === id)} />
          </li>
        ))}
      </ul>
      <SoftText>{t('codes.hint')}</SoftText>
      {mayBeSameHub && <SameHub isBusy={isBusy} onSame={() => going.mutate({ same_hub: true })} />}
      <Group justify="flex-end" gap="sm">
        <Button onClick={onClose}>{t('ui:cancel')}</Button>
        <Button
          variant="outline"
          color="danger"
          disabled={isBusy}
          onClick={() => going.mutate({ codes_stay: true })}
        >
          {t('codes.stay')}
        </Button>
        <Button variant="filled" loading={isBusy} data-autofocus onClick={() => takeOut.mutate()}>
          {t('codes.takeOut')}
        </Button>
      </Group>
    </Stack>
  )
}

function SameHub({ isBusy, onSame }: { isBusy: boolean; onSame: () => void }) {
  const { t } = useTranslation('access')
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" className={classes.sameHub}>
        {t('codes.sameHubHint')}
      </Text>
      <Button disabled={isBusy} onClick={onSame}>
        {t('codes.sameHub')}
      </Button>
    </Group>
  )
}

function Failures({ codes }: { codes: LockCode[] }) {
  const failures = new Set(codes.flatMap(({ failure }) => failure ?? []))
  return [...failures].map((failure) => (
    <Text key={failure} size="sm" c="dimmed">
      {serverText(failure)}
    </Text>
  ))
}

const failureOf = (error: Error | null, ofCodes = ''): string | null =>
  error && (error instanceof CodesLeft ? ofCodes : refusalText(error))
