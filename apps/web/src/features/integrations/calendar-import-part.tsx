import type { CalendarImport } from '@keyhour/contract/calendar-imports'
import { Badge, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FedSpace, importQuery, useImportChange } from '#web/features/integrations/api.ts'
import { formatMoment, viewerZone } from '#web/format/time.ts'
import { serverText } from '#web/texts/i18n.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { InnerForm } from '#web/ui/inner-form.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

/** Unlike the rest of the form it stands in, a change takes effect immediately. */
export function CalendarImportPart({ space }: { space: FedSpace }) {
  const { t } = useTranslation('admin-offices')
  const query = useQuery(importQuery(space))
  return (
    <Stack gap="sm">
      <Title order={4} size="h5">
        {t('import.title')}
      </Title>
      <SoftText>{t('import.text')}</SoftText>
      <QueryView query={query}>{(answer) => <Import space={space} known={answer.import} />}</QueryView>
    </Stack>
  )
}

function Import({ space, known }: { space: FedSpace; known: CalendarImport | null }) {
  const { t } = useTranslation('admin-offices')
  const [isReplacing, setReplacing] = useState(false)
  const { end } = useImportChange(space)
  const askToEnd = () =>
    onceConfirmed({ message: t('import.confirmEnd') }, () =>
      end.mutate(undefined, {
        onSuccess: () => notify(t('import.ended'), 'success'),
        onError: (error) => notifyFailure(error),
      }),
    )

  if (!known || isReplacing)
    return <AddressForm space={space} {...(known && { onClose: () => setReplacing(false) })} />
  return (
    <>
      <Known known={known} />
      <Group gap="xs">
        <Button variant="default" disabled={end.isPending} onClick={() => setReplacing(true)}>
          {t('import.replace')}
        </Button>
        <Button variant="outline" color="danger" loading={end.isPending} onClick={() => void askToEnd()}>
          {t('import.end')}
        </Button>
      </Group>
    </>
  )
}

const COLOR = { linked: 'free', missing: 'danger', unreachable: 'danger' } as const

function Known({ known }: { known: CalendarImport }) {
  const { t } = useTranslation('admin-offices')
  const { host, calendar_name, state, failure, read_at } = known
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text fw={500} dir="auto">
          {calendar_name ?? host}
        </Text>
        {calendar_name !== host && (
          <SoftText>
            <bdi dir="ltr">{host}</bdi>
          </SoftText>
        )}
        <Badge color={COLOR[state]}>{t(`import.state.${state}`)}</Badge>
      </Group>
      {failure !== null && (
        <Text size="sm" c="var(--danger)">
          {serverText(failure)}
        </Text>
      )}
      <SoftText>
        {read_at ? t('import.read', { moment: formatMoment(read_at, viewerZone()) }) : t('import.unread')}
      </SoftText>
    </Stack>
  )
}

/** Not a form element, because it is inside the form of the sub-office. */
function AddressForm({ space, onClose }: { space: FedSpace; onClose?: () => void }) {
  const { t } = useTranslation('admin-offices')
  const { save } = useImportChange(space)
  const form = useForm({ mode: 'controlled', name: 'calendar-import', initialValues: { url: '' } })
  const submit = () => {
    if (save.isPending) return
    save.mutate(form.getValues().url, {
      onSuccess: () => {
        notify(t('import.saved'), 'success')
        onClose?.()
      },
      onError: (error) => showRefusal(form, error),
    })
  }
  return (
    <InnerForm label={t('import.title')} onEnter={submit}>
      <FailureAlert text={failureOf(save.error)} />
      <TextInput
        {...inputOf(form, 'url')}
        label={t('import.address')}
        description={t('import.secret')}
        autoComplete="off"
        dir="ltr"
      />
      <Group gap="xs">
        <Button variant="default" loading={save.isPending} onClick={submit}>
          {t('import.save')}
        </Button>
        {onClose && (
          <Button variant="default" disabled={save.isPending} onClick={onClose}>
            {t('form.cancel')}
          </Button>
        )}
      </Group>
    </InnerForm>
  )
}
