import { keptInAddress, readOneOf } from '#web/ui/list-view.ts'

/** Which conflicts are shown, in the address. */
export const conflictView = keptInAddress<{ state: 'open' | 'answered' }>(
  { state: 'open' },
  { state: readOneOf(['open', 'answered']) },
)
