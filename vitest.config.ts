import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONGEST = /(system\/kill|credits\/money\.long|charges\/card-money\.long)\.test\.ts$/

/** Starts the longest tests first. They are short files, so otherwise they would run last, with nothing beside them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => Number(LONGEST.test(moduleId))
    return (await super.sort(files)).toSorted((a, b) => isLongest(b) - isLongest(a))
  }
}

/** Only a test that fails waits this long: on a busy machine everything takes time. */
const expect = { poll: { timeout: 60_000, interval: 20 } }

const web = (name: string, files: { include?: string[]; exclude?: string[] }) => ({
  extends: 'apps/web/vite.config.ts',
  root: 'apps/web',
  test: {
    name,
    isolate: false,
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    environment: 'happy-dom',
    // Following a link, or saving a file, would take the window that the next tests use to another address.
    environmentOptions: {
      happyDOM: {
        settings: {
          navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
          handleDisabledFileLoadingAsSuccess: true,
        },
      },
    },
    env: { TZ: 'UTC' },
    expect,
    testTimeout: 120_000,
    ...files,
  },
})

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // One more than a small machine has cores, because tests of the server often wait. How long a test may take is for
    // the slowest machine.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'packages',
          expect,
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'apps/simulators/src/**/*.test.ts'],
          env: { TZ: 'UTC' },
        },
      },
      {
        test: {
          // Run by `npm run artwork` only.
          name: 'artwork',
          include: ['tools/artwork/src/**/*.test.ts'],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          expect,
          isolate: false,
          include: ['apps/server/src/**/*.test.ts'],
          exclude: ['**/*.long.test.ts'],
          globalSetup: 'apps/server/test/cluster.ts',
          env: { TZ: 'UTC' },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server-long',
          expect,
          include: ['apps/server/src/**/*.long.test.ts'],
          globalSetup: 'apps/server/test/cluster.ts',
          env: { TZ: 'UTC' },
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
      web('web', { exclude: ['**/*.long.test.tsx'] }),
      web('web-long', { include: ['src/**/*.long.test.tsx'] }),
      {
        test: {
          name: 'restart',
          expect,
          include: ['apps/e2e/system/kill.test.ts'],
          env: { KILLS: '1' },
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'system',
          expect,
          include: ['apps/e2e/system/*.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          expect,
          include: ['apps/e2e/faults/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
