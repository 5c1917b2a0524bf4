import { type AdminOffice, MASKED_PASSWORD } from '@keyhour/contract/admin-offices'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { revealWifiPassword } from '#web/features/admin-offices/api.ts'
import classes from '#web/features/admin-offices/offices.module.css'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

/** What was shown and forgotten hides by itself. */
const SHOWN_MS = 30_000

/** Masked until it is asked for. */
export function WifiPassword({ office }: { office: AdminOffice }) {
  // A password that was changed elsewhere is another one.
  return office.wifi_password ? <Password key={office.version} office={office} /> : null
}

function Password({ office: { id, name } }: { office: AdminOffice }) {
  const { t } = useTranslation('admin-offices')
  const { copy, copied } = useClipboard()
  const [shown, setShown] = useState<string | null>(null)
  const reveal = useMutation({
    mutationFn: revealWifiPassword,
    onSuccess: ({ wifi_password }) =>
      wifi_password === null ? notify(t('table.wifi.unreadable'), 'error') : setShown(wifi_password),
    onError: (error) => notify(refusalText(error), 'error'),
  })
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])

  const label = shown === null ? t('table.wifi.show', { name }) : t('table.wifi.hide', { name })
  const copyLabel = copied ? t('table.wifi.copied') : t('table.wifi.copy', { name })
  return (
    <div className={classes.password}>
      <bdi className={classes.secret} title={shown ?? undefined}>
        {shown ?? MASKED_PASSWORD}
      </bdi>
      {shown !== null && (
        <button
          type="button"
          className={classes.action}
          aria-label={copyLabel}
          title={copyLabel}
          onClick={() => copy(shown)}
        >
          {copied ? <IconCheck aria-hidden size={18} /> : <IconCopy aria-hidden size={18} />}
        </button>
      )}
      <button
        type="button"
        className={classes.action}
        aria-label={label}
        title={label}
        disabled={reveal.isPending}
        onClick={() => (shown === null ? reveal.mutate(id) : setShown(null))}
      >
        {shown === null ? <IconEye aria-hidden size={18} /> : <IconEyeOff aria-hidden size={18} />}
      </button>
    </div>
  )
}
