// @vitest-environment node

import { expect, test } from 'vitest'
import { nodesOf, sourcesOf } from '#test/sources.ts'

const sources = new Map(sourcesOf('apps/web/src').map(({ file, module }) => [file, module]))

/** What a browser loads when it starts here: all static imports. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set<string>()
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue
    loaded.add(file)
    for (const node of nodesOf(sources.get(file)?.body ?? [])) {
      if (node.type !== 'ImportDeclaration' || node.typeOnly) continue
      waiting.push(node.source.value.replace('#web/', 'apps/web/src/'))
    }
  }
  return loaded
}

/** Each is small and imports nothing. */
const LANDING_MAY_LOAD =
  /^(apps\/web\/src\/(app\/(landing-main|frame\/switches)|features\/landing\/start-[\w-]+|texts\/language|clock|format\/size|api\/attempt-key)\.ts|@keyhour\/contract\/place-names)$/

test('the landing page loads no framework and nothing of the app', () => {
  const loaded = [...loadedWith('apps/web/src/app/landing-main.ts')]

  expect(loaded.filter((file) => !LANDING_MAY_LOAD.test(file))).toEqual([])
})

test('the app starts without any screen, and without the admin area', () => {
  const loaded = [...loadedWith('apps/web/src/app/main.tsx')]

  expect(loaded).toContain('apps/web/src/app/router.tsx')
  expect(loaded.filter((file) => /-(screen|tab|table)\.tsx$|admin/.test(file))).toEqual([])
})

test("the app starts without Google's sign-in, and so do the screens that do not need it", () => {
  const withGoogle = [...sources.keys()].filter((file) => loadedWith(file).has('@react-oauth/google'))

  expect(loadedWith('apps/web/src/features/auth/sign-in-screen.tsx')).toContain('@react-oauth/google')
  expect(
    withGoogle.filter((file) => !/google|\/sign-(in|up)-|\/(features\/users|app)\/profile/.test(file)),
  ).toEqual([])
})
