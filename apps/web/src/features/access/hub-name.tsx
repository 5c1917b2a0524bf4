import type { HomeAssistant, HubTest } from '@keyhour/contract/hubs'
import { Badge, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/access/access.module.css'
import { hubTestQuery } from '#web/features/access/api.ts'
import { serverText } from '#web/texts/i18n.ts'
import { refusalText } from '#web/ui/form-errors.ts'

/** Describes the buttons of the row. */
export const hubNameId = (id: number): string => `hub-url-${id}`

/** The address of a hub and the result of its last test. */
export function HubName({ hub: { id, url } }: { hub: HomeAssistant }) {
  const { data, error, isFetching } = useQuery(hubTestQuery(id))
  return (
    <span className={classes.name}>
      <bdi id={hubNameId(id)} dir="ltr">
        {url}
      </bdi>
      <span role="status" className={classes.result}>
        {!isFetching && error && <TestFailed reason={refusalText(error)} />}
        {!isFetching && !error && data && <TestResult test={data} />}
      </span>
    </span>
  )
}

function TestResult({ test: { works, failure, location_name, version, took_ms } }: { test: HubTest }) {
  const { t } = useTranslation('access')
  if (!works) return <TestFailed reason={failure ? serverText(failure) : ''} />
  const place = [location_name, version].filter(Boolean).join(' · ')
  return (
    <>
      <Badge size="sm" color="gray">
        {t('hub.works', { ms: took_ms })}
      </Badge>
      <Text span size="xs" c="dimmed">
        <bdi>{place}</bdi>
      </Text>
    </>
  )
}

function TestFailed({ reason }: { reason: string }) {
  const { t } = useTranslation('access')
  return (
    <>
      <Badge size="sm" color="danger">
        {t('hub.fails')}
      </Badge>
      <Text span size="xs">
        {reason}
      </Text>
    </>
  )
}
