import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation('ui')
  const { copy, copied } = useClipboard({ timeout: 2_000 })
  return (
    <>
      <ActionIcon size={44} aria-label={label} title={label} onClick={() => copy(value)}>
        {copied ? <IconCheck aria-hidden size={20} /> : <IconCopy aria-hidden size={20} />}
      </ActionIcon>
      <VisuallyHidden role="status">{copied && t('copied')}</VisuallyHidden>
    </>
  )
}
