import { Center, Loader, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function PageLoader({ label }: { label?: string }) {
  const { t } = useTranslation('ui')
  return (
    <Center mih={240} role="status">
      <Stack align="center" gap="sm">
        <Loader aria-hidden />
        <Text c="dimmed">{label ?? t('loading')}</Text>
      </Stack>
    </Center>
  )
}
