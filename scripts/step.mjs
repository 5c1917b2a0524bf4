import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Says what is going on, and that it still is, until `work` is done. */
export async function step(title, work) {
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  console.log(`${title}…`)
  const ticker = setInterval(() => console.log(`  … ${seconds()} s`), 10_000)
  try {
    const result = await work()
    if (seconds() >= 1) console.log(`  done in ${seconds()} s`)
    return result
  } finally {
    clearInterval(ticker)
  }
}

/** Rejects with everything the program printed when it fails. */
export async function run(command, args, options = {}) {
  const { code, output } = await tryRun(command, args, options)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`)
  return output
}

function end(child) {
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), 20_000).unref()
}

export function tryRun(command, args, { env, cwd = ROOT, show = false, limit_ms } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => {
        output += text
        if (show) process.stdout.write(text)
      })
    }
    const limit = limit_ms && setTimeout(() => end(child), limit_ms)
    // What a hung program started may keep its output open, so that `close` never comes.
    child.on(
      'exit',
      (_code, signal) => signal && resolve({ code: 1, output: `${output}\nEnded by ${signal}.` }),
    )
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(limit)
      resolve({ code, output })
    })
  })
}
