import type { CalendarFeed } from '@keyhour/contract/calendar-feeds'
import { Button, Group, Stack, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type FedSpace, feedQuery, useFeedChange } from '#web/features/integrations/api.ts'
import { formatMoment, viewerZone } from '#web/format/time.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

/** Unlike the rest of the form it stands in, a change takes effect immediately. */
export function CalendarFeedPart({ space }: { space: FedSpace }) {
  const { t } = useTranslation('admin-offices')
  const query = useQuery(feedQuery(space))
  return (
    <Stack gap="sm">
      <Title order={4} size="h5">
        {t('feed.title')}
      </Title>
      <SoftText>{t('feed.text')}</SoftText>
      <QueryView query={query}>{({ feed }) => <Feed space={space} feed={feed} />}</QueryView>
    </Stack>
  )
}

function Feed({ space, feed }: { space: FedSpace; feed: CalendarFeed | null }) {
  const { t } = useTranslation('admin-offices')
  const change = useFeedChange(space)
  const act = (what: 'make' | 'end') =>
    change.mutate(what, {
      onSuccess: () => notify(t(what === 'make' ? 'feed.made' : 'feed.ended'), 'success'),
      onError: (error) => notifyFailure(error),
    })
  const ask = (what: 'make' | 'end') => onceConfirmed({ message: t(`feed.confirm.${what}`) }, () => act(what))

  if (!feed)
    return (
      <Group>
        <Button variant="default" loading={change.isPending} onClick={() => act('make')}>
          {t('feed.make')}
        </Button>
      </Group>
    )
  return (
    <>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('feed.address')}
          value={feed.url}
          readOnly
          dir="ltr"
          flex={1}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton value={feed.url} label={t('feed.copy')} />
      </Group>
      <SoftText>{t('feed.since', { moment: formatMoment(feed.created_at, viewerZone()) })}</SoftText>
      <Group gap="xs">
        <Button
          variant="default"
          loading={change.isPending && change.variables === 'make'}
          disabled={change.isPending}
          onClick={() => void ask('make')}
        >
          {t('feed.replace')}
        </Button>
        <Button
          variant="outline"
          color="danger"
          loading={change.isPending && change.variables === 'end'}
          disabled={change.isPending}
          onClick={() => void ask('end')}
        >
          {t('feed.end')}
        </Button>
      </Group>
    </>
  )
}
