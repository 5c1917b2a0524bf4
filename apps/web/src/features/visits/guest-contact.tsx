import { Button, Group, Text } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/visits/sessions.module.css'
import { SoftText } from '#web/ui/soft-text.tsx'

type Props = { name: string; email: string; phone: string | null }

/** Who a guest is and how to reach them, with buttons that call or write. */
export function GuestContact({ name, email, phone }: Props) {
  const { t } = useTranslation('orders')
  return (
    <>
      <div className={classes.words}>
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        <SoftText>{phone === null ? t('customer.noPhone') : <bdi dir="ltr">{phone}</bdi>}</SoftText>
        <SoftText>
          <bdi>{email}</bdi>
        </SoftText>
      </div>
      <Group gap="sm" grow>
        {phone !== null && (
          <Button
            component="a"
            href={`tel:${phone.replace(/[^\d+]/g, '')}`}
            leftSection={<IconPhone aria-hidden size={18} />}
          >
            {t('customer.call')}
          </Button>
        )}
        <Button component="a" href={`mailto:${email}`} leftSection={<IconMail aria-hidden size={18} />}>
          {t('customer.write')}
        </Button>
      </Group>
    </>
  )
}
