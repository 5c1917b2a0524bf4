import type { Delivery } from '@keyhour/contract/webhooks'
import { useTranslation } from 'react-i18next'

/** How the last try went, in plain words. */
export function OutcomeText({ delivery }: { delivery: Pick<Delivery, 'failure' | 'status_code'> }) {
  const { t } = useTranslation('webhooks')
  const { failure, status_code: code } = delivery
  if (failure === null) return code === null ? t('failure.none') : t('answered', { code })
  return t(`failure.${failure}`, { code: code ?? '' })
}
