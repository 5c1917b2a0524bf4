import type { WebhookWithSecret } from '@keyhour/contract/webhooks'
import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/webhooks/webhooks.module.css'
import { CopyButton } from '#web/ui/copy-button.tsx'

type Props = { webhook: WebhookWithSecret | null; onClose: () => void }

/** The only place that ever shows a secret. A click beside it does not close it. */
export function SecretWindow({ webhook, onClose }: Props) {
  const { t } = useTranslation('webhooks')
  return (
    <Modal
      opened={webhook !== null}
      onClose={onClose}
      title={t('secret.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      centered
    >
      {webhook && (
        <Stack gap="md">
          <Text>{t('secret.once', { name: webhook.name })}</Text>
          <Group gap="xs" wrap="nowrap">
            <Code className={classes.secret} dir="ltr">
              {webhook.secret}
            </Code>
            <CopyButton value={webhook.secret} label={t('secret.copy')} />
          </Group>
          {webhook.old_secret_until !== null && <Text>{t('secret.both')}</Text>}
          <Group justify="flex-end">
            <Button variant="filled" data-autofocus onClick={onClose}>
              {t('secret.done')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
