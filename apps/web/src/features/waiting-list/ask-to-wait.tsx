import type { WaitingRequest } from '@keyhour/contract/waiting-list'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconBell, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUser } from '#web/api/session.ts'
import { useJoin, useLeave, waitsQuery } from '#web/features/waiting-list/api.ts'
import { waitFor } from '#web/features/waiting-list/rules.ts'
import classes from '#web/features/waiting-list/waiting-list.module.css'

/** Asks to be told when this stay is free, or says that one is in line for it. */
export function AskToWait({ stay }: { stay: WaitingRequest }) {
  const { t } = useTranslation('waiting-list')
  const { data: waits = [] } = useQuery(waitsQuery(useUser()?.id))
  const join = useJoin()
  const leave = useLeave()
  const entry = waitFor(waits, stay)
  const { office_id, sub_office_id, date, start, end, end_date } = stay
  return (
    <div className={classes.ask}>
      {entry ? (
        <>
          <Group gap={8} wrap="nowrap" align="flex-start" role="status">
            <IconCircleCheck className={classes.icon} aria-hidden size={20} />
            <Text size="sm">
              {entry.place === null ? t('isHeld') : t('inLine', { count: entry.place })} {t('tellsYou')}
            </Text>
          </Group>
          <Group gap="md">
            <Anchor size="sm" component={Link} to="/orders">
              {t('seeAll')}
            </Anchor>
            <Button
              className={classes.press}
              loading={leave.isPending}
              onClick={() => leave.mutate(entry.id)}
            >
              {t('leave')}
            </Button>
          </Group>
        </>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('explain')}
          </Text>
          <Button
            className={classes.press}
            leftSection={<IconBell aria-hidden size={18} />}
            loading={join.isPending}
            onClick={() => join.mutate({ office_id, sub_office_id, date, start, end, end_date })}
          >
            {t('tellMe')}
          </Button>
        </>
      )}
    </div>
  )
}
