import { setTimeout } from 'node:timers/promises'
import { scriptFaults } from './faults.ts'
import type { answerOnLoopback, Fault } from './loopback.ts'

/** A forged push does not prove where it comes from. */
export type PushFault = 'loses pushes' | 'repeats pushes' | 'forges pushes'

type Message = { url: string; headers: Record<string, string>; body: string }

/** `status` is undefined when nobody answered. */
export type Push = Message & { about: string; status: number | 'lost' | undefined }

export type Post = (message: Message) => Promise<{ status: number; body: string; type?: string | null }>

export type PushSettings = {
  /** Pushes that were not taken are sent again after growing pauses, so many times in all. */
  retryMs?: number
  tries?: number
  /** How a push reaches the product, when not over the network. */
  post?: Post
}

type Options = PushSettings & { isRetried: (status: number) => boolean }

const PATIENCE_MS = 10_000

/** A demo runs for weeks. */
const MOST_PUSHES = 20_000

/** Pauses double this often. */
const LONGEST_PAUSE = 3

const postByFetch: Post = async ({ url, headers, body }) => {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
  return { status: response.status, body: await response.text(), type: response.headers.get('content-type') }
}

/** Notices that a service sends to the product: one after the other, with lost ones and repeated ones on request. */
export function simulatePushes({ retryMs = 300, tries = 6, post = postByFetch, isRetried }: Options) {
  const pushes: Push[] = []
  const faults = scriptFaults<PushFault>()
  let held: (() => void)[] | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()
  const running = new Set<Promise<unknown>>()

  async function tryOnce(about: string, message: Message): Promise<boolean> {
    if (isClosed) return true
    const answer = await post(message).catch(() => undefined)
    pushes.push({ ...message, about, status: answer?.status })
    if (pushes.length > MOST_PUSHES) pushes.splice(0, MOST_PUSHES / 2)
    return answer !== undefined && !isRetried(answer.status)
  }

  async function tryAgain(about: string, message: Message): Promise<void> {
    for (let tried = 1; tried < tries && !isClosed; tried += 1) {
      await setTimeout(retryMs * 2 ** Math.min(tried - 1, LONGEST_PAUSE), undefined, { ref: false })
      if (await tryOnce(about, message)) return
    }
  }

  /** The first tries keep their order; later ones do not hold up the others. */
  function deliver(about: string, message: Message): void {
    const first = last.then(() => tryOnce(about, message))
    last = first
    const whole = first
      .then((isTaken) => (isTaken ? undefined : tryAgain(about, message)))
      .finally(() => running.delete(whole))
    running.add(whole)
  }

  function send(about: string, write: (isForged: boolean) => Message): void {
    const fault = faults.next(`PUSH ${about}`)
    const message = write(fault === 'forges pushes')
    if (fault === 'loses pushes') return void pushes.push({ ...message, about, status: 'lost' })
    const go = () => {
      for (let time = 0; time < (fault === 'repeats pushes' ? 2 : 1); time += 1) deliver(about, message)
    }
    if (held) held.push(go)
    else go()
  }

  return {
    /** `about` names the thing that changed, so that faults can be limited to it. */
    send,
    /** At once, outside the queue. */
    post,
    misbehave: faults.add,
    behave: faults.clear,
    stop() {
      isClosed = true
    },
    acts: {
      /** Every try, oldest first. Of very many only the latest. */
      pushes,
      /** Keeps pushes back until the returned function is called. */
      holdPushes(): (order?: 'in order' | 'reversed') => void {
        held = []
        return (order = 'in order') => {
          const kept = held ?? []
          held = undefined
          for (const go of order === 'reversed' ? kept.reverse() : kept) go()
        }
      },
      /** Waits until every push is delivered or given up. */
      async allPushed(): Promise<void> {
        while (running.size > 0) await Promise.all(running)
      },
    },
  }
}

type Pushes = ReturnType<typeof simulatePushes>
type Loopback<Named extends string> = Awaited<ReturnType<typeof answerOnLoopback<Named>>>

const PUSH_FAULTS: readonly string[] = [
  'loses pushes',
  'repeats pushes',
  'forges pushes',
] satisfies PushFault[]

/** One `misbehave` for what a service answers and for what it sends. A push matches `PUSH` and what it is about. */
export function withPushes<Named extends string>(server: Loopback<Named>, pushes: Pushes) {
  return {
    ...server,
    ...pushes.acts,
    misbehave(fault: Fault | Named | PushFault, where?: RegExp, times?: number) {
      if (PUSH_FAULTS.includes(fault as string)) pushes.misbehave(fault as PushFault, where, times)
      else server.misbehave(fault as Fault | Named, where, times)
    },
    behave() {
      server.behave()
      pushes.behave()
    },
    async close() {
      pushes.stop()
      await server.close()
    },
  }
}
