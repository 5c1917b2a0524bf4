import type { Device, DoorState } from '@keyhour/contract/access'
import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/access/access.module.css'
import { doorStatesQuery } from '#web/features/access/api.ts'
import { colorOfState, isKnownState } from '#web/features/access/rules.ts'
import { serverText } from '#web/texts/i18n.ts'

/** Describes the buttons of the row. */
export const deviceNameId = (id: number): string => `device-name-${id}`

export function DeviceName({ device: { id, name, deleted_at } }: { device: Device }) {
  const { t } = useTranslation('access')
  const { data: states } = useQuery(doorStatesQuery)
  const state = states?.get(id)
  return (
    <span className={classes.name}>
      <bdi id={deviceNameId(id)}>{name}</bdi>
      {deleted_at !== null ? (
        <Badge size="sm" color="danger">
          {t('deleted')}
        </Badge>
      ) : (
        state && <StateBadge state={state} />
      )}
    </span>
  )
}

function StateBadge({ state: { state, failure } }: { state: DoorState }) {
  const { t } = useTranslation('access')
  if (state === null)
    return (
      <Badge size="sm" color="gray" title={failure ? serverText(failure) : undefined}>
        {t('state.unavailable')}
      </Badge>
    )
  return (
    <Badge size="sm" color={colorOfState(state)}>
      {isKnownState(state) ? t(`state.${state}`) : state}
    </Badge>
  )
}
