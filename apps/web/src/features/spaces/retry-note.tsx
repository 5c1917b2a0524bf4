import { useTexts } from '#web/features/spaces/texts.ts'
import { Icon } from '#web/ui/icon.tsx'

export function RetryNote({ words, onRetry }: { words: string; onRetry: () => void }) {
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
