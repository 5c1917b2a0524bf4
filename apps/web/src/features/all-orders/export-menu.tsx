import { ExportFormat } from '@keyhour/contract/all-orders'
import { Button, Menu, Progress, Text } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import classes from '#web/features/all-orders/all-orders.module.css'
import { exportOrders, type Progress as Far } from '#web/features/all-orders/export-orders.ts'
import type { Filters, OrdersSorted } from '#web/features/all-orders/rules.ts'
import { serverText } from '#web/texts/i18n.ts'
import { notify } from '#web/ui/notifications.tsx'

type Props = { view: Filters & OrdersSorted; found: { total: number; isMore: boolean } | undefined }

export function ExportMenu({ view, found }: Props) {
  const { t, i18n } = useTranslation('admin-orders')
  const [far, setFar] = useState<Far | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function take(format: ExportFormat) {
    const request = new AbortController()
    running.current = request
    const rows = found?.isMore ? undefined : found?.total
    const file = { format, language: i18n.language as 'en' | 'he', view, rows }
    try {
      if (await exportOrders(file, setFar, request.signal)) notify(t('export.done'), 'success')
    } catch (error) {
      notify(
        request.signal.aborted ? t('export.cancelled') : failureText(error, t),
        request.signal.aborted ? 'message' : 'error',
      )
    } finally {
      running.current = null
      setFar(null)
    }
  }

  const frame = useRef<HTMLDivElement>(null)
  useFocusKept(frame, far !== null)
  return (
    <div ref={frame} className={classes.export}>
      {far ? (
        <Going far={far} onCancel={() => running.current?.abort()} />
      ) : (
        <Menu position="bottom-end" transitionProps={{ duration: 120 }}>
          <Menu.Target>
            <Button
              leftSection={<IconDownload aria-hidden size={18} />}
              rightSection={<IconChevronDown aria-hidden size={16} />}
            >
              {t('export.action')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {ExportFormat.options.map((format) => (
              <Menu.Item key={format} onClick={() => void take(format)}>
                {t(`export.${format}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

/** Keeps the focus when one button replaces the other. */
function useFocusKept(frame: RefObject<HTMLElement | null>, isGoing: boolean): void {
  const before = useRef(isGoing)
  useEffect(() => {
    const isSame = before.current === isGoing
    before.current = isGoing
    if (!isSame && document.activeElement === document.body) frame.current?.querySelector('button')?.focus()
  }, [frame, isGoing])
}

const failureText = (error: unknown, t: TFunction<'admin-orders'>): string =>
  error instanceof CallError
    ? t('export.failed', { message: serverText(error.message) })
    : t('export.brokeOff')

function Going({ far, onCancel }: { far: Far; onCancel: () => void }) {
  const { t } = useTranslation('admin-orders')
  const { rows, total } = far
  const share = rows !== undefined && total ? (rows / total) * 100 : undefined
  const words = wordsFor(far, t)
  return (
    <div className={classes.going}>
      <div className={classes.far}>
        <Text size="sm">{words}</Text>
        <Progress
          value={share ?? 100}
          animated={share === undefined}
          aria-label={t('export.going')}
          aria-valuetext={words}
        />
      </div>
      <Button onClick={onCancel}>{t('export.cancel')}</Button>
    </div>
  )
}

const formatted = (number: number) => number.toLocaleString('en-US')

function wordsFor({ rows, total, bytes }: Far, t: TFunction<'admin-orders'>): string {
  const size = `${(bytes / 2 ** 20).toFixed(1)} MB`
  if (rows === undefined) return t('export.size', { size })
  if (total === undefined) return t('export.rows', { rows: formatted(rows), size })
  return t('export.rowsOf', { rows: formatted(rows), total: formatted(total), size })
}
