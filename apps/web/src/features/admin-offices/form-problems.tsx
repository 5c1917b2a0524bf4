import type { FieldError } from '@keyhour/contract/errors'
import { Alert } from '@mantine/core'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { capitalised, fieldOf, shownInput } from '#web/features/admin-offices/form-rules.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { serverText } from '#web/texts/i18n.ts'

type Props = { problems: FieldError[]; onLead: (field: string) => void }

/** All that is wrong, each leading to its field. Nothing while nothing is. */
export function FormProblems({ problems, onLead }: Props) {
  const { t } = useTranslation('admin-offices')
  if (problems.length === 0) return null
  return (
    <Alert color="danger" variant="light" role="alert" title={t('form.fix')}>
      <ul className={classes.problems}>
        {problems.map((problem) => (
          <li key={problem.loc.join()}>
            <button type="button" className={classes.lead} onClick={() => onLead(fieldOf(problem))}>
              {t('form.problem', { field: nameOf(fieldOf(problem)), message: serverText(problem.msg) })}
            </button>
            <CurrentValue input={shownInput(problem.input)} />
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function CurrentValue({ input }: { input: string | null }) {
  const { t } = useTranslation('admin-offices')
  return input !== null && <div className={classes.current}>{t('form.current', { input })}</div>
}

/** In English a field goes by the name that the server knows; other languages have a word for it. */
function nameOf(field: string): string {
  const key = `form.field.${field}`
  const hasWord = i18next.language !== 'en' && i18next.exists(key, { ns: 'admin-offices' })
  return hasWord ? i18next.getResource(i18next.language, 'admin-offices', key) : capitalised(field)
}
