import type { AdminOffice, IntegrationState } from '@keyhour/contract/admin-offices'
import type { ConsentProvider } from '@keyhour/contract/calendars'
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  calendarServicesQuery,
  disconnectCalendar,
  integrationsQuery,
  startConsent,
} from '#web/features/calendars/api.ts'
import { IntegrationFacts } from '#web/features/integrations/integration-facts.tsx'
import { shownState } from '#web/features/integrations/rules.ts'
import { ALL_OFFICES } from '#web/features/offices/api.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { InnerForm, InnerPart } from '#web/ui/inner-form.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

const PROVIDERS: ConsentProvider[] = ['google', 'outlook']
const COLOR = { connected: 'free', failing: 'danger', disconnected: 'gray' } as const

/** Calendar accounts of an office. Unlike the rest of the form, a change takes effect immediately. */
export function CalendarConnections({ office }: { office: AdminOffice }) {
  const { t } = useTranslation('calendars')
  const services = useQuery(calendarServicesQuery)
  const { data: integrations } = useQuery(integrationsQuery(office))
  return (
    <InnerPart>
      <Title order={4} size="h5">
        {t('connections.title')}
      </Title>
      <SoftText>{t('connections.text')}</SoftText>
      <QueryView shape="form" query={services}>
        {(isSetUp) =>
          PROVIDERS.map((provider) => (
            <Connection
              key={provider}
              office={office}
              provider={provider}
              known={integrations.find((one) => one.provider === provider)}
              isSetUp={isSetUp[provider]}
            />
          ))
        }
      </QueryView>
    </InnerPart>
  )
}

type Props = {
  office: AdminOffice
  provider: ConsentProvider
  known: IntegrationState | undefined
  isSetUp: boolean
}

/** In a tab of its own, so that the form stays as it is. Opened at once, or the browser would block it. */
function useConsentPage() {
  return useMutation({
    mutationFn: async ({ office, provider }: Pick<Props, 'office' | 'provider'>) => {
      const tab = window.open('', '_blank')
      try {
        const { url } = await startConsent(provider, office.id)
        if (!tab) return window.location.assign(url)
        tab.opener = null
        tab.location.replace(url)
      } catch (error) {
        tab?.close()
        throw error
      }
    },
    onError: (error) => notifyFailure(error),
  })
}

function Connection({ office, provider, known, isSetUp }: Props) {
  const { t } = useTranslation('calendars')
  const queryClient = useQueryClient()
  const consent = useConsentPage()
  const disconnect = useMutation({
    mutationFn: () => disconnectCalendar(provider, office.id),
    onSuccess: () => notify(t('connections.disconnected', { service: t(`service.${provider}`) }), 'success'),
    onError: (error) => notifyFailure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ALL_OFFICES }),
  })
  const state = known?.state ?? 'disconnected'
  const shown = known ? shownState(known) : state
  const isConnected = state !== 'disconnected'
  const mayConnect = isSetUp && state !== 'connected'
  const ask = () =>
    onceConfirmed({ message: t(`connections.confirm.${provider}`) }, () => disconnect.mutate())

  return (
    <InnerForm label={t(`service.${provider}`)}>
      <Group justify="space-between" gap="xs">
        <Text fw={500}>{t(`service.${provider}`)}</Text>
        <Badge color={COLOR[shown]}>{t(`connections.state.${shown}`)}</Badge>
      </Group>
      {isConnected && known && <Facts {...known} />}
      {!isConnected && !isSetUp && <SoftText>{t(`connections.notSetUp.${provider}`)}</SoftText>}
      {(mayConnect || isConnected) && (
        <Group gap="sm">
          {mayConnect && (
            <Button
              variant="default"
              loading={consent.isPending}
              onClick={() => consent.mutate({ office, provider })}
            >
              {t(isConnected ? 'connections.again' : 'connections.connect')}
            </Button>
          )}
          {isConnected && (
            <Button
              variant="outline"
              color="danger"
              loading={disconnect.isPending}
              onClick={() => void ask()}
            >
              {t('connections.disconnect')}
            </Button>
          )}
        </Group>
      )}
    </InnerForm>
  )
}

function Facts(known: IntegrationState) {
  const { t } = useTranslation('calendars')
  return (
    <Stack gap={2}>
      {known.account !== null && (
        <Text size="sm">{t('connections.account', { account: known.account })}</Text>
      )}
      {known.read_at === null && <SoftText>{t('connections.neverRead')}</SoftText>}
      <IntegrationFacts {...known} />
    </Stack>
  )
}
