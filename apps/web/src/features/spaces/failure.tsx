import { Icon } from '#web/features/spaces/icon.tsx'
import { useTexts } from '#web/features/spaces/texts.ts'

/** What could not be asked for, and the way to ask again. */
export function Failure({ words, onRetry }: { words: string; onRetry: () => void }) {
  const t = useTexts()
  return (
    <div role="alert" className="failure">
      <Icon name="alert" />
      <p>{words}</p>
      <button type="button" className="button" onClick={onRetry}>
        {t('search.retry')}
      </button>
    </div>
  )
}
