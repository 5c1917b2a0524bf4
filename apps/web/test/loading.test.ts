// @vitest-environment node

import { expect, test } from 'vitest'
import { sourcesOf } from '#test/sources.ts'

/** What each file imports when it is loaded. */
const imports = new Map(
  sourcesOf('apps/web/src').map(({ file, module }) => [
    file,
    module.body.flatMap((node) =>
      node.type === 'ImportDeclaration' && !node.typeOnly
        ? [node.source.value.replace('#web/', 'apps/web/src/')]
        : [],
    ),
  ]),
)

/** What a browser loads when it starts here: all static imports. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set<string>()
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (loaded.has(file)) continue
    loaded.add(file)
    waiting.push(...(imports.get(file) ?? []))
  }
  return loaded
}

/** Each is small. Those of the contract import no zod. */
const LANDING_MAY_LOAD =
  /^(apps\/web\/src\/(app\/(landing-main|frame\/(switches|start-install))|ui\/apple-device|features\/landing\/start-[\w-]+|texts\/language|ui\/color-scheme|clock|format\/size|api\/attempt-key)\.ts|@keyhour\/contract\/(place-names|office-clock|space-filter))$/

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
  const withGoogle = [...imports.keys()].filter((file) => loadedWith(file).has('@react-oauth/google'))

  expect(loadedWith('apps/web/src/features/auth/sign-in-screen.tsx')).toContain('@react-oauth/google')
  expect(
    withGoogle.filter((file) => !/google|\/sign-(in|up)-|\/(features\/users|app)\/profile/.test(file)),
  ).toEqual([])
})
