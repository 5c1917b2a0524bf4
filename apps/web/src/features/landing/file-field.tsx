import { ATTACHED_TYPES, MOST_ATTACHED_BYTES, MOST_ATTACHMENTS } from '@keyhour/contract/attachments'
import type { Language } from '@keyhour/contract/primitives'
import type { WithTexts } from '#web/features/landing/texts.ts'

export type FileFieldTexts = {
  language: Language
  limits: { types: readonly string[]; count: number; bytes: number }
  /** `{name}` is replaced by the name of the file. */
  notAdded: { type: string; count: string; size: string }
  remove: { short: string; long: string }
}

const NAME = { name: '{name}' }

/** start-file-field.ts fills the list. */
export function FileField({ t, language }: WithTexts & { language: Language }) {
  const texts: FileFieldTexts = {
    language,
    limits: { types: ATTACHED_TYPES, count: MOST_ATTACHMENTS, bytes: MOST_ATTACHED_BYTES },
    notAdded: {
      type: t('form.notAdded.type', NAME),
      count: t('form.notAdded.count', NAME),
      size: t('form.notAdded.size', NAME),
    },
    remove: { short: t('form.remove'), long: t('form.removeFile', NAME) },
  }
  return (
    <div className="field files" data-files={JSON.stringify(texts)}>
      <input
        id="files"
        type="file"
        multiple
        accept={ATTACHED_TYPES.join(',')}
        aria-describedby="files-hint files-error"
      />
      <label htmlFor="files">
        <strong>{t('form.files')}</strong> <span>{t('form.drop')}</span>
      </label>
      <p id="files-hint">{t('form.filesHint')}</p>
      <ul aria-label={t('form.chosen')} />
      <p className="field-error" id="files-error" role="alert" />
    </div>
  )
}
