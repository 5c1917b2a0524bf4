import '#web/app/frame/frame.css'
import '#web/features/spaces/public.css'
import { startSwitches } from '#web/app/frame/switches.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

startSwitches()

// The page is readable and its links and forms work without this: it is hydrated after the first paint, or on first
// use.
const comeAlive = () => void import('#web/app/live-page.tsx')
whenIdle(comeAlive)
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, comeAlive, { once: true })
