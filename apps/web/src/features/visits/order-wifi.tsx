import { Group, Text } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/visits/access.module.css'
import { wifiText } from '#web/features/visits/access-rules.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.ts'

const QrCode = lazyPart('QrCode', () => import('#web/ui/qr-code.tsx'))

type Props = { name: string; password: string | null }

export function OrderWifi({ name, password }: Props) {
  const { t } = useTranslation('access')
  return (
    <div className={classes.wifi}>
      <div className={classes.words}>
        <Copied label={t('order.wifiName')} value={name} copy={t('order.copyWifiName')} />
        {password !== null && (
          <Copied label={t('order.wifiPassword')} value={password} copy={t('order.copyWifiPassword')} />
        )}
      </div>
      <figure className={classes.join}>
        <Suspense fallback={<svg className={classes.qr} viewBox="0 0 1 1" aria-hidden />}>
          <QrCode className={classes.qr} text={wifiText(name, password)} label={t('order.joinCode')} />
        </Suspense>
        <Text component="figcaption" size="sm" c="dimmed">
          {t('order.joinHint')}
        </Text>
      </figure>
    </div>
  )
}

function Copied({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <div>
      <Text c="dimmed" size="sm">
        {label}
      </Text>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <bdi className={classes.value} dir="ltr">
          {value}
        </bdi>
        <CopyButton value={value} label={copy} />
      </Group>
    </div>
  )
}
