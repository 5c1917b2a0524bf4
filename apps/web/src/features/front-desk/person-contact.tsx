import type { DayOrder } from '@keyhour/contract/front-desk'
import { ActionIcon } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/front-desk/desk.module.css'

/** Small buttons that call or write to a person. Nothing for those who may not know how to reach them. */
export function PersonContact({ person: { name, email, phone } }: { person: DayOrder['User'] }) {
  const { t } = useTranslation('front-desk')
  if (email === null) return null
  return (
    <span className={classes.contact}>
      {phone !== null && (
        <ActionIcon
          component="a"
          variant="default"
          size={44}
          href={`tel:${phone.replace(/[^\d+]/g, '')}`}
          aria-label={t('call', { name })}
        >
          <IconPhone aria-hidden size={20} />
        </ActionIcon>
      )}
      <ActionIcon
        component="a"
        variant="default"
        size={44}
        href={`mailto:${email}`}
        aria-label={t('write', { name })}
      >
        <IconMail aria-hidden size={20} />
      </ActionIcon>
    </span>
  )
}
