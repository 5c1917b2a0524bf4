import { CODE_DIGITS } from '@keyhour/contract/panels'
import { Modal, UnstyledButton } from '@mantine/core'
import { IconBackspace } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { type PanelAct, usePanelAct } from '#web/features/panels/api.ts'
import classes from '#web/features/panels/keypad.module.css'
import { endAfter } from '#web/features/panels/rules.ts'
import { formatTime } from '#web/format/time.ts'
import { refusalText } from '#web/ui/form-errors.ts'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'back', '0'] as const
/** Whoever walks away leaves no digits behind. */
const IDLE_MS = 45_000
const THANKS_MS = 5_000

type Props = {
  token: string
  act: PanelAct
  zone: string
  /** On the server's clock. */
  now: number
  onDone: () => void
  onClose: () => void
}

/** For the code of somebody who stands at the door. */
export function PanelKeypad({ token, act, zone, now, onDone, onClose }: Props) {
  const { t } = useTranslation(['panels', 'ui'])
  const [typed, setTyped] = useState('')
  const sending = usePanelAct(token, act)
  useLeave(sending.isSuccess ? THANKS_MS : IDLE_MS, `${typed} ${sending.status}`, onClose)

  function change(text: string): void {
    const digits = text.replace(/\D/g, '').slice(0, CODE_DIGITS)
    setTyped(digits)
    if (digits !== '') sending.reset()
    if (digits.length < CODE_DIGITS) return
    const onError = () => setTyped('')
    sending.mutate(digits, { onError, onSettled: onDone })
  }

  return (
    <Modal
      opened
      onClose={onClose}
      centered
      size={520}
      title={act.kind === 'start' ? t('start.for', { count: act.minutes }) : t('checkIn.action')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'ui' }), size: 56 }}
      classNames={{ title: classes.title! }}
    >
      {sending.isSuccess ? (
        <p className={classes.thanks} role="status">
          {sending.data === null
            ? t('checkIn.done')
            : t('start.done', { time: formatTime(sending.data, zone) })}
        </p>
      ) : (
        <div className={classes.form}>
          <p>
            {act.kind === 'start'
              ? t('start.what', { time: formatTime(endAfter(now, act.minutes), zone), price: act.price })
              : t('checkIn.what')}
          </p>
          <CodeField typed={typed} error={sending.error} isBusy={sending.isPending} onChange={change} />
          <Keys typed={typed} isBusy={sending.isPending} onChange={change} />
        </div>
      )}
    </Modal>
  )
}

/** Leaves after a while without a sign of life. */
function useLeave(ms: number, sign: string, onLeave: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sign of life begins anew
  useEffect(() => {
    const timer = setTimeout(onLeave, ms)
    return () => clearTimeout(timer)
  }, [ms, sign])
}

type CodeProps = { typed: string; isBusy: boolean; onChange: (digits: string) => void }

/** Without the keyboard of the tablet, which would cover the keys. */
function CodeField({ typed, isBusy, error, onChange }: CodeProps & { error: Error | null }) {
  const { t } = useTranslation('panels')
  // Without a reply nobody knows whether it was done.
  const isUnknown = error instanceof CallError && error.status === 0
  return (
    <>
      <input
        className={classes.code}
        value={typed}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        aria-label={t('code.label')}
        aria-describedby="panel-code-hint"
        inputMode="none"
        autoComplete="off"
        dir="ltr"
        data-autofocus
        readOnly={isBusy}
      />
      {error ? (
        <p id="panel-code-hint" className={classes.error} role="alert">
          {isUnknown ? t('code.unknown') : refusalText(error)}
        </p>
      ) : (
        <p id="panel-code-hint" className={classes.hint}>
          {t('code.hint')}
        </p>
      )}
    </>
  )
}

function Keys({ typed, isBusy, onChange }: CodeProps) {
  const { t } = useTranslation('panels')
  return (
    <fieldset className={classes.keys} dir="ltr" disabled={isBusy} aria-label={t('code.keys')}>
      {KEYS.map((key) => (
        <UnstyledButton
          key={key}
          className={classes.key}
          data-key={key}
          aria-label={key === 'back' ? t('code.back') : key}
          onClick={() => onChange(key === 'back' ? typed.slice(0, -1) : typed + key)}
        >
          {key === 'back' ? <IconBackspace aria-hidden size={32} /> : key}
        </UnstyledButton>
      ))}
    </fieldset>
  )
}
