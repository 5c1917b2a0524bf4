import { ConsentProvider } from '@keyhour/contract/calendars'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { finishConsent } from '#web/features/calendars/api.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { LoadingShape } from '#web/ui/loading-shape.tsx'
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

  return (
    <Page title={t('connect.title')}>
      <Stack gap="md" role="status">
        {isWrong && <Text>{t('connect.nothing')}</Text>}
        {consent.isLoading && <LoadingShape shape="form" label={t('connect.working')} />}
        <FailureAlert text={failureOf(consent.error)} />
        {consent.isSuccess && provider && (
          <Text>{t('connect.done', { service: t(`service.${provider}`) })}</Text>
        )}
        {!consent.isLoading && (
          <Anchor component={Link} to={OFFICES}>
            {t('connect.back')}
          </Anchor>
        )}
      </Stack>
    </Page>
  )
}
