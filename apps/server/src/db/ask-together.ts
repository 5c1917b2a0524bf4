import { setImmediate } from 'node:timers/promises'

/** So that no statement occupies a connection for long. */
const MOST_TOGETHER = 20

type Group<Q, A> = { questions: Q[]; answers: Promise<A[]> }

/** What is asked in one turn of the event loop is asked at once. `ask` answers in the order of the questions. */
export function askTogether<Q, A>(ask: (questions: Q[]) => Promise<A[]>): (question: Q) => Promise<A> {
  let open: Group<Q, A> | undefined

  function begin(): Group<Q, A> {
    const questions: Q[] = []
    const answers = setImmediate().then(() => {
      if (open?.questions === questions) open = undefined
      return ask(questions)
    })
    return { questions, answers }
  }

  return async (question) => {
    if (!open || open.questions.length === MOST_TOGETHER) open = begin()
    const { questions, answers } = open
    const place = questions.push(question) - 1
    return (await answers)[place]!
  }
}
