import { Button, FocusTrap, Group, Paper, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/ui/confirm.module.css'
import { useFocusBack } from '#web/ui/focus-back.ts'

const HOST_ATTEMPTS = 5
const HOST_WAIT_MS = 100

type ConfirmType = 'warning' | 'danger' | 'message'
type Question = { message: string; type?: ConfirmType; icon?: ReactNode }
type Asked = Question & { answer: (yes: boolean) => void }

let ask: ((asked: Asked) => void) | null = null

/** The person said No, or the question could not be shown. */
export class Declined extends Error {
  override readonly name = 'Declined'
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function findHost() {
  for (let attempt = 0; attempt < HOST_ATTEMPTS; attempt += 1) {
    if (ask) return ask
    await wait(HOST_WAIT_MS)
  }
  return ask
}

/** Resolves on Yes, rejects on No. */
export async function confirm(question: Question): Promise<void> {
  const host = await findHost()
  if (!host) throw new Declined('There is nowhere to ask.')
  const yes = await new Promise<boolean>((answer) => host({ ...question, answer }))
  if (!yes) throw new Declined(question.message)
}

export const onceConfirmed = (question: Question, act: () => void): Promise<void> =>
  confirm(question).then(act, () => undefined)

const ICON: Record<ConfirmType, ReactNode> = {
  warning: <IconAlertTriangle aria-hidden />,
  danger: <IconAlertTriangle aria-hidden />,
  message: <IconInfoCircle aria-hidden />,
}

/** Rendered once; shows one question at a time. A new question answers the previous one with No. */
export function ConfirmHost() {
  const [asked, setAsked] = useState<Asked | null>(null)

  useEffect(() => {
    const host = (next: Asked) =>
      setAsked((current) => {
        current?.answer(false)
        return next
      })
    ask = host
    return () => {
      if (ask === host) ask = null
    }
  }, [])

  function answer(yes: boolean) {
    asked?.answer(yes)
    setAsked(null)
  }

  useFocusBack(asked !== null)
  return asked && <Banner asked={asked} onAnswer={answer} />
}

function Banner({ asked, onAnswer }: { asked: Asked; onAnswer: (yes: boolean) => void }) {
  const { t } = useTranslation('ui')
  const messageId = useId()
  const type = asked.type ?? 'warning'

  function leaveOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') onAnswer(false)
  }

  return (
    <div className={classes.veil}>
      <FocusTrap active>
        <Paper
          className={classes.banner}
          data-type={type}
          role="alertdialog"
          aria-modal
          aria-labelledby={messageId}
          onKeyDown={leaveOnEscape}
        >
          <span className={classes.icon}>{asked.icon ?? ICON[type]}</span>
          <Text id={messageId} className={classes.message}>
            {asked.message}
          </Text>
          <Group gap="sm" wrap="nowrap">
            <Button data-autofocus onClick={() => onAnswer(false)}>
              {t('no')}
            </Button>
            <Button
              variant="filled"
              {...(type === 'danger' && { color: 'danger' })}
              onClick={() => onAnswer(true)}
            >
              {t('yes')}
            </Button>
          </Group>
        </Paper>
      </FocusTrap>
    </div>
  )
}
