import type pg from 'pg'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Node[]
}

/** The plan of each query that `work` makes, one line each: `Sort(Index Scan orders_pkey)`. */
export async function plansDuring(pool: pg.Pool, work: () => Promise<unknown>): Promise<string[]> {
  const asked: { text: string; values: unknown[] }[] = []
  const { query } = pool
  const listening = (question: string | pg.QueryConfig, values?: unknown[]) => {
    const text = typeof question === 'string' ? question : question.text
    asked.push({ text, values: values ?? (typeof question === 'string' ? [] : (question.values ?? [])) })
    return (query as (...asked: unknown[]) => unknown).call(pool, question, values)
  }
  Object.assign(pool, { query: listening })
  try {
    await work()
  } finally {
    Object.assign(pool, { query })
  }
  const plans: string[] = []
  for (const { text, values } of asked) {
    const { rows } = await pool.query(`explain (format json, costs off) ${text}`, values)
    plans.push(inShort(rows[0]['QUERY PLAN'][0].Plan))
  }
  return plans
}

function inShort({
  'Node Type': type,
  'Relation Name': table,
  'Index Name': index,
  Plans = [],
}: Node): string {
  const name = [type, index ?? table].filter(Boolean).join(' ')
  return Plans.length === 0 ? name : `${name}(${Plans.map(inShort).join(', ')})`
}
