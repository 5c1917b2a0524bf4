import { Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/visits/access.module.css'
import { spacedCode } from '#web/features/visits/access-rules.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'

export function DoorCode({ code }: { code: string }) {
  const { t } = useTranslation('access')
  return (
    <div>
      <Text c="dimmed" size="sm">
        {t('order.doorCode')}
      </Text>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <bdi className={classes.code} dir="ltr">
          {spacedCode(code)}
        </bdi>
        <CopyButton value={code} label={t('order.copyCode')} />
      </Group>
    </div>
  )
}
