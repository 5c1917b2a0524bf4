import { setUp, setUpIfNew } from './set-up.mjs'

/** Installs and builds what is missing, then runs one of the server's programs. */
export const setUpAndRun = (program) => run(setUp, program)

/** For a command that may run beside a server, whose packages and build must not be replaced. */
export const runBesideServer = (program) => run(setUpIfNew, program)

async function run(prepare, program) {
  try {
    await prepare()
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  process.env.NODE_ENV ??= 'production'
  process.setSourceMapsEnabled(true)
  await import(`../apps/server/dist/${program}.js`)
}
