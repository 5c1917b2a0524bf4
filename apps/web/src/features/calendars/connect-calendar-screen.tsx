import { ConsentProvider } from '@keyhour/contract/calendars'
import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { finishConsent } from '#web/features/calendars/api.ts'
import searchArt from '#web/pictures/empty-search.svg'
import readyArt from '#web/pictures/empty-sessions.svg'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { LoadingShape } from '#web/ui/loading-shape.tsx'
import { Message } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'

const OFFICES = '/admin-dashboard?tab=offices'

/** Google and Microsoft send the admin back here. The form that began it is still open in another tab. */
export function ConnectCalendarScreen() {
  const { t } = useTranslation('calendars')
  const provider = ConsentProvider.safeParse(useParams().provider).data
  const [search] = useSearchParams()
  const [state, code] = [search.get('state'), search.get('code')]
  // Works only once, so it is asked for only once.
  const consent = useQuery({
    queryKey: ['calendar consent', provider, state],
    queryFn: () => finishConsent(provider!, state!, code),
    enabled: provider !== undefined && state !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchOnMount: false,
  })
  const isWrong = provider === undefined || state === null

  const back = (
    <Button component={Link} to={OFFICES}>
      {t('connect.back')}
    </Button>
  )

  return (
    <Page title={t('connect.title')}>
      {consent.isLoading && <LoadingShape shape="form" label={t('connect.working')} />}
      {isWrong && <Message art={searchArt} title={t('connect.nothing')} action={back} />}
      {consent.isError && (
        <Stack gap="md">
          <FailureAlert text={failureOf(consent.error)} />
          <Group>{back}</Group>
        </Stack>
      )}
      {consent.isSuccess && provider && (
        <Message
          art={readyArt}
          title={t('connect.done', { service: t(`service.${provider}`) })}
          action={back}
        />
      )}
    </Page>
  )
}
