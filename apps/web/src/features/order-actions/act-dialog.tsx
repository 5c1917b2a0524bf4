import { Box, Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { opened: boolean; onClose: () => void; title: string; children: ReactNode }

export function ActDialog({ opened, onClose, title, children }: Props) {
  const { t } = useTranslation('order-actions')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
      centered
    >
      <Box pt="sm">{children}</Box>
    </Modal>
  )
}

type ButtonsProps = { label: string; isBusy: boolean; isDangerous?: boolean; onClose: () => void }

export function ActButtons({ label, isBusy, isDangerous = false, onClose }: ButtonsProps) {
  const { t } = useTranslation('order-actions')
  return (
    <Group justify="flex-end" gap="sm">
      <Button onClick={onClose}>{t('back')}</Button>
      <Button type="submit" variant="filled" {...(isDangerous && { color: 'danger' })} loading={isBusy}>
        {label}
      </Button>
    </Group>
  )
}
