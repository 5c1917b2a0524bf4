import { expect, test } from 'vitest'
import type { Cell } from '#server/http/cells.ts'
import { writeCsv } from '#server/http/write-csv.ts'

async function csvOf(...cells: Cell[]): Promise<string> {
  let text = ''
  for await (const part of writeCsv(['Name'], rows())) text += part
  return text.slice('\ufeffName\r\n'.length, -'\r\n'.length)

  async function* rows() {
    yield [cells]
  }
}

test.each(['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '\u200f=', ' ='])(
  'text that begins with "%s" is not run as a formula',
  async (sign) => {
    expect(await csvOf(`${sign}1+1`)).toBe(`'${sign}1+1`)
  },
)

test.each(['\t', '\r', '\n'])('text that begins with white space %j stays text', async (sign) => {
  expect(await csvOf(`${sign}1`)).toBe(`"'${sign}1"`)
})

test('a semicolon is quoted, and text after it is not a formula where semicolons separate cells', async () => {
  expect(await csvOf('Noa; Maya')).toBe('"Noa; Maya"')
  expect(await csvOf('Noa;=HYPERLINK(1)')).toBe(`"Noa;'=HYPERLINK(1)"`)
  expect(await csvOf('Noa;"=HYPERLINK(1)"')).toBe(`"Noa;'""=HYPERLINK(1)"""`)
})

test('no line or column of a text begins a formula for a reader that ignores quotes', async () => {
  expect(await csvOf('Noa\n=1+1')).toBe(`"Noa\n'=1+1"`)
  expect(await csvOf('Noa\t@1')).toBe(`"Noa\t'@1"`)
})

test('direction marks in a text do not affect the rest of its line', async () => {
  expect(await csvOf('Maya\u202e Levi', 'Jaffa')).toBe('Maya Levi,Jaffa')
  expect(await csvOf('\u202e=1+1')).toBe("'=1+1")
})

test('negative numbers stay numbers, and a sign within a text is unchanged', async () => {
  expect(await csvOf(-3, { amount: -12.5 }, 'Tel Aviv-Yafo', 'a=b', null)).toBe(
    '-3,-12.50,Tel Aviv-Yafo,a=b,',
  )
})
