import '#web/app/frame/frame.css'
import '#web/features/spaces/public.css'
import { startSwitches } from '#web/app/frame/switches.ts'
import { whenIdle } from '#web/ui/when-idle.ts'

startSwitches()

// The page can be read, and its forms and links work without: what makes it live comes once it is painted, or wanted.
const comeAlive = () => void import('#web/app/live-page.tsx')
whenIdle(comeAlive)
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, comeAlive, { once: true })
