import type { ActiveSession } from '@keyhour/contract/orders'
import { Avatar, Group, Paper, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/orders/orders.module.css'
import { formatTime, withZone } from '#web/format/time.ts'

/** One person who is in the office now, and since when on the office's clock. */
export function ActiveSessionCard({ session, zone }: { session: ActiveSession; zone: string }) {
  const { t } = useTranslation('orders')
  const { User, Office, start } = session
  const photo = User.profile.passport_image
  const name = User.name ?? t('unknownUser')
  return (
    <Paper component="li" withBorder p="md" style={{ listStyle: 'none' }}>
      <Group wrap="nowrap" align="flex-start">
        <Avatar
          size={72}
          name={name}
          color="gray"
          alt={t('photoOf', { name })}
          {...(photo && { src: `data:image/jpeg;base64,${photo}` })}
        />
        <div className={classes.words}>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {t('since', { time: withZone(formatTime(start, zone), start, zone) })}
          </Text>
          {Office.type === 'SubOffice' && <Text size="sm">{t('subOfficeNamed', { name: Office.name })}</Text>}
        </div>
      </Group>
    </Paper>
  )
}
