import { Box, Button, Group, Modal, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, focusFirst } from '#web/ui/form-errors.ts'

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

type FormProps<Draft extends Record<string, unknown>> = {
  form: UseFormReturnType<Draft>
  act: UseMutationResult<unknown, Error, Draft>
  /** What its button says. */
  label: string
  isDangerous?: boolean
  onClose: () => void
  children: ReactNode
}

/** What has to be said before something is done, and then it is. */
export function ActForm<Draft extends Record<string, unknown>>({
  form,
  act,
  label,
  isDangerous = false,
  onClose,
  children,
}: FormProps<Draft>) {
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (draft) => act.mutate(draft),
        (errors) => focusFirst(form, errors),
      )}
    >
      <Stack gap="md">
        <FailureAlert text={failureOf(act.error)} />
        {children}
        <ActButtons label={label} isBusy={act.isPending} isDangerous={isDangerous} onClose={onClose} />
      </Stack>
    </form>
  )
}

type ButtonsProps = {
  label: string
  isBusy: boolean
  isReady?: boolean
  isDangerous?: boolean
  onClose: () => void
}

export function ActButtons({ label, isBusy, isReady = true, isDangerous = false, onClose }: ButtonsProps) {
  const { t } = useTranslation('order-actions')
  return (
    <Group justify="flex-end" gap="sm">
      <Button onClick={onClose}>{t('back')}</Button>
      <Button
        type="submit"
        variant="filled"
        {...(isDangerous && { color: 'danger' })}
        disabled={!isReady}
        loading={isBusy}
      >
        {label}
      </Button>
    </Group>
  )
}
