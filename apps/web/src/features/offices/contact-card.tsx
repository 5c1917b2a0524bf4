import type { Office } from '@keyhour/contract/offices'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/offices/offices.module.css'

/** How to get a place at an office: by asking its people. */
export function ContactCard({ office: { phone_number, email } }: { office: Office }) {
  const { t } = useTranslation('offices')
  return (
    <Paper withBorder p="md" className={classes.contact}>
      <Stack gap="sm">
        <Text>{phone_number || email ? t('onlineLater') : t('onlineLaterNoContact')}</Text>
        <Group gap="sm">
          {phone_number && (
            <Button
              component="a"
              href={`tel:${phone_number.replace(/[^+\d]/g, '')}`}
              leftSection={<IconPhone aria-hidden size={18} />}
            >
              {t('call', { phone: phone_number })}
            </Button>
          )}
          {email && (
            <Button component="a" href={`mailto:${email}`} leftSection={<IconMail aria-hidden size={18} />}>
              {t('write', { email })}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  )
}
