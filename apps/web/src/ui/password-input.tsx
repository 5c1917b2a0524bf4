import { FEWEST_PASSWORD_CHARACTERS } from '@keyhour/contract/auth'
import { Group, PasswordInput as Input, type PasswordInputProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function PasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation('ui')
  return (
    <Input
      autoComplete="current-password"
      aria-invalid={Boolean(props.error)}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      {...props}
    />
  )
}

/** Lists the requirements of a new password, and which are met. */
export function NewPasswordInput({ value, ...props }: PasswordInputProps & { value: string }) {
  const { t } = useTranslation('ui')
  const isGood = value.length >= FEWEST_PASSWORD_CHARACTERS && !props.error
  return (
    <PasswordInput
      autoComplete="new-password"
      descriptionProps={{ component: 'div', mt: 4 }}
      description={
        <Group gap={4} wrap="nowrap" align="flex-start" c={isGood ? 'var(--free)' : 'dimmed'}>
          {isGood && <IconCheck aria-hidden size={14} style={{ flex: 'none' }} />}
          {t('passwordHint', { fewest: FEWEST_PASSWORD_CHARACTERS })}
        </Group>
      }
      value={value}
      {...props}
    />
  )
}
