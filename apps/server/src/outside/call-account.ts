import { type BeforeCall, CalendarFailed } from '#server/outside/calendar-service.ts'
import { type CallSetting, callCalendar } from '#server/outside/call-calendar.ts'
import type { Answer, Sending } from '#server/outside/line.ts'

/** The access token of a connected account. A token that was refused is replaced by another one. */
export type AccessToken = (refused?: string) => Promise<string>

type AccountCall = Omit<Sending, 'ms' | 'body'> & {
  json?: object
  /** Statuses that are no failures here. */
  mayBe?: number[]
}

export type AskAccount = (call: AccountCall) => Promise<Answer>

/** Awaits `beforeCall` each time. */
export const askAfter =
  (ask: AskAccount, beforeCall: BeforeCall = async () => undefined): AskAccount =>
  async (call) => {
    await beforeCall()
    return ask(call)
  }

/**
 * Calls in the name of a connected account. A refused token is renewed once: nothing was done with the old one. Throws
 * what `failureIn` says of any answer but a success and those that it `mayBe`.
 */
export const askAccount =
  (
    setting: CallSetting & { token: AccessToken },
    failureIn: (answer: Answer) => CalendarFailed,
  ): AskAccount =>
  async ({ json, mayBe = [], headers = {}, ...call }) => {
    const send = (token: string) =>
      callCalendar(setting, {
        ...call,
        headers: {
          ...headers,
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(json && { 'content-type': 'application/json' }),
        },
        ...(json && { body: JSON.stringify(json) }),
      })
    const token = await setting.token()
    const first = await send(token)
    const answer = first.status === 401 ? await send(await setting.token(token)) : first
    const { status } = answer
    if (mayBe.includes(status) || (status >= 200 && status < 300)) return answer
    // A token that was just issued: this is no lost consent.
    throw status === 401 ? new CalendarFailed('forbidden', { code: '401' }) : failureIn(answer)
  }
