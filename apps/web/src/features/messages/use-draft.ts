import type { NewAnswer } from '@keyhour/contract/answers'
import { readSessionStorageValue, useSessionStorage } from '@mantine/hooks'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { useUser } from '#web/api/session.ts'
import type { AnswerAttempt } from '#web/features/messages/api.ts'

/** An answer that is being written. It stays in this tab until it has been sent. */
export function useDraft(messageId: number) {
  const place = `answer of ${useUser()?.id} to ${messageId}`
  const attemptPlace = `${place}, last attempt`
  const [text, setText, forgetText] = useSessionStorage({
    key: place,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const [marksHandled, setMarksHandled, forgetMark] = useSessionStorage({
    key: `${place}, marks handled`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })

  /** The same answer again is the same request until it has arrived, so that a lost reply does not send it twice. */
  function attemptAt(answer: NewAnswer): AnswerAttempt {
    const last = readSessionStorageValue<AnswerAttempt | undefined>({ key: attemptPlace })
    if (last?.text === answer.text && last.mark_handled === answer.mark_handled) return last
    const attempt = { ...answer, key: makeAttemptKey() }
    sessionStorage.setItem(attemptPlace, JSON.stringify(attempt))
    return attempt
  }

  const forgetAttempt = () => sessionStorage.removeItem(attemptPlace)

  /** Keeps what was typed after it was sent. */
  function forget(sent: NewAnswer): void {
    forgetAttempt()
    if (readSessionStorageValue({ key: place, defaultValue: '' }).trim() !== sent.text) return
    forgetText()
    forgetMark()
  }

  return { text, setText, marksHandled, setMarksHandled, attemptAt, forgetAttempt, forget }
}
