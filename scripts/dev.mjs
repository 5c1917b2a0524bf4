import { spawn } from 'node:child_process'
import { setUpPackages } from './set-up.mjs'
import { ROOT } from './step.mjs'

await setUpPackages()
const port = process.env.PORT ?? '3000'
const webPort = process.env.WEB_PORT ?? '5173'

const start = (args, env, cwd = ROOT) =>
  spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })

const programs = [
  start(
    [
      '--import',
      'tsx',
      '--watch-path=apps/server/src',
      '--watch-path=apps/simulators/src',
      '--watch-path=packages',
      'apps/server/src/main.ts',
    ],
    {
      PUBLIC_URL: `http://127.0.0.1:${webPort}`,
    },
  ),
  start(
    ['../../node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', webPort, '--strictPort'],
    { API_URL: `http://127.0.0.1:${port}` },
    `${ROOT}apps/web`,
  ),
]

let stopping = false
function stop() {
  if (stopping) return
  stopping = true
  for (const program of programs) program.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const program of programs) program.on('exit', stop)
