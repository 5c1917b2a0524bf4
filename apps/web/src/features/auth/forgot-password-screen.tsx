import { useTranslation } from 'react-i18next'
import { PasswordLinkPage } from '#web/features/auth/password-link-page.tsx'

export function ForgotPasswordScreen() {
  const { t } = useTranslation('auth')
  return <PasswordLinkPage title={t('forgotPassword.title')} text={t('forgotPassword.text')} />
}
