import { MESSAGES_COUNTED } from '@keyhour/contract/messages'
import { Badge, Button, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** With the number of unread messages, if there are any. */
export function MessagesLink({ unread }: { unread: number }) {
  const { t } = useTranslation('admin')
  const isMore = unread >= MESSAGES_COUNTED
  const most = MESSAGES_COUNTED - 1
  return (
    <Button
      variant="subtle"
      color="gray"
      component={Link}
      to="/messages"
      rightSection={
        unread > 0 && (
          <Badge color="brass" variant="filled" size="md" circle={unread < 10}>
            <span aria-hidden>{isMore ? `${most}+` : unread}</span>
            <VisuallyHidden>
              {isMore ? t('unreadMore', { most }) : t('unread', { count: unread })}
            </VisuallyHidden>
          </Badge>
        )
      }
    >
      {t('messages')}
    </Button>
  )
}
