import { Button, Group, Modal, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, isOvertaken, submitOf } from '#web/ui/form-errors.ts'
import { OvertakenCard } from '#web/ui/overtaken-card.tsx'
import { useAbovePanels } from '#web/ui/side-panel.tsx'

type WindowProps = { opened: boolean; title: string; onClose: () => void; children: ReactNode }

export function FormWindow({ children, ...modal }: WindowProps) {
  const { t } = useTranslation('ui')
  useAbovePanels(modal.opened)
  return (
    <Modal {...modal} closeButtonProps={{ 'aria-label': t('close') }} centered>
      {children}
    </Modal>
  )
}

type ButtonsProps = {
  /** The labels of the buttons. */
  label?: string
  wayOut?: string
  isBusy: boolean
  isReady?: boolean
  isDangerous?: boolean
  onClose: () => void
}

export function WindowButtons(props: ButtonsProps) {
  const { label, wayOut, isBusy, isReady = true, isDangerous = false, onClose } = props
  const { t } = useTranslation('ui')
  return (
    <Group justify="flex-end" gap="sm">
      <Button onClick={onClose}>{wayOut ?? t('cancel')}</Button>
      <Button
        type="submit"
        variant="filled"
        {...(isDangerous && { color: 'danger' })}
        disabled={!isReady}
        loading={isBusy}
      >
        {label ?? t('save')}
      </Button>
    </Group>
  )
}

type Props<Draft extends Record<string, unknown>> = {
  form: UseFormReturnType<Draft>
  save: Pick<UseMutationResult<unknown, Error, Draft>, 'mutate' | 'error' | 'isPending' | 'reset'>
  /** What is stored, if another person has changed it meanwhile. */
  stored?: Draft
  /** Shown for a failure without a message. */
  failure?: string
  children: ReactNode
} & Omit<ButtonsProps, 'isBusy'>

export function WindowForm<Draft extends Record<string, unknown>>(props: Props<Draft>) {
  const { form, save, stored, failure, children, ...buttons } = props

  function take(draft: Draft) {
    form.setValues(draft)
    form.clearErrors()
    save.reset()
  }

  return (
    <form noValidate onSubmit={submitOf(form, (draft) => save.mutate(draft))}>
      <Stack gap="md">
        {stored && isOvertaken(save.error) ? (
          <OvertakenCard error={save.error} onTake={() => take(stored)} />
        ) : (
          <FailureAlert text={failureOf(save.error) || ((save.error && failure) ?? null)} />
        )}
        {children}
        <WindowButtons {...buttons} isBusy={save.isPending} />
      </Stack>
    </form>
  )
}
