import { ExportFormat } from '@keyhour/contract/admin-orders'
import { Button, Menu, Progress, Text } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import classes from '#web/features/admin-orders/admin-orders.module.css'
import { exportOrders, type Progress as Far } from '#web/features/admin-orders/export-orders.ts'
import type { Filters } from '#web/features/admin-orders/rules.ts'
import { serverText } from '#web/texts/i18n.ts'
import { notify } from '#web/ui/notifications.tsx'

type Props = { filters: Filters; found: { total: number; isMore: boolean } | undefined }

/** The list as a file, as it is filtered, in the language of the screen. */
export function ExportMenu({ filters, found }: Props) {
  const { t, i18n } = useTranslation('admin-orders')
  const [far, setFar] = useState<Far | null>(null)
  const running = useRef<AbortController>(null)
  // Nobody is here any more to be told how it goes.
  useEffect(() => () => running.current?.abort(), [])

  async function take(format: ExportFormat) {
    const attempt = new AbortController()
    running.current = attempt
    const rows = found?.isMore ? undefined : found?.total
    const wanted = { format, language: i18n.language as 'en' | 'he', filters, rows }
    try {
      if (await exportOrders(wanted, setFar, attempt.signal)) notify(t('export.done'), 'success')
    } catch (error) {
      notify(
        attempt.signal.aborted ? t('export.cancelled') : failureText(error, t),
        attempt.signal.aborted ? 'message' : 'error',
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

/** As an export begins and ends, one button gives way to another, and the focus that it had goes along. */
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

const figure = (number: number) => number.toLocaleString('en-US')

function wordsFor({ rows, total, bytes }: Far, t: TFunction<'admin-orders'>): string {
  const size = `${(bytes / 2 ** 20).toFixed(1)} MB`
  if (rows === undefined) return t('export.size', { size })
  if (total === undefined) return t('export.rows', { rows: figure(rows), size })
  return t('export.rowsOf', { rows: figure(rows), total: figure(total), size })
}
