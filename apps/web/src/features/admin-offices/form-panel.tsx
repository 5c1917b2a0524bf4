import type { FieldError } from '@keyhour/contract/errors'
import { Alert, Button, Group, Modal, Progress, Text } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import i18next from 'i18next'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  capitalised,
  fieldOf,
  type OFFICE_PARTS,
  type SUB_OFFICE_PARTS,
  shownInput,
} from '#web/features/admin-offices/form-rules.ts'
import classes from '#web/features/admin-offices/forms.module.css'
import { OrdersOutside, outsideIn } from '#web/features/closures/orders-outside.tsx'
import { serverText } from '#web/texts/i18n.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOr, isOvertaken } from '#web/ui/form-errors.ts'
import { OvertakenCard } from '#web/ui/overtaken-card.tsx'
import { useIsPhone } from '#web/ui/phone.ts'
import { useOpenForm } from '#web/ui/unsaved-changes.ts'

type Props<Part extends string> = {
  title: string
  /** In their order. */
  parts: Record<Part, ReactNode>
  /** Shown while a part is closed. */
  summaries: Record<Part, string>
  partOf: (part: Part) => PartState
  error: Error | null
  /** Shown when the error has no message for people. */
  fallback: string
  problems: FieldError[]
  isUnsaved: boolean
  isSaving: boolean
  /** Share of the upload that has been sent, from 0 to 1. */
  share: number
  isPreparing: boolean
  onLead: (field: string) => void
  onTake: () => void
  onSave: () => void
  /** Saves new hours, and orders outside them stay. */
  onKeep: () => void
  /** Of the office. */
  timeZone?: string
  onStop: () => void
  onClose: () => void
}

/** Asks before closing if changes would be lost. */
export function FormPanel<Part extends PartName>(props: Props<Part>) {
  const { title, parts, summaries, partOf } = props
  const { isUnsaved, isSaving, share, isPreparing, onSave, onStop, onClose } = props
  const { t } = useTranslation('admin-offices')
  const { t: tUi } = useTranslation('ui')
  const isPhone = useIsPhone()
  const [isAsking, setAsking] = useState(false)
  useOpenForm(isUnsaved)

  async function leave() {
    if (isSaving || isAsking) return
    if (!isUnsaved) return onClose()
    setAsking(true)
    await onceConfirmed({ message: tUi('unsaved') }, onClose)
    setAsking(false)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isSaving && !isPreparing) onSave()
  }

  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={title}
      size={880}
      fullScreen={isPhone}
      closeOnEscape={!isAsking}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      classNames={{ content: classes.content, header: classes.header, body: classes.body }}
    >
      <form noValidate className={classes.form} onSubmit={submit}>
        <fieldset className={classes.fieldset} disabled={isSaving} aria-busy={isSaving}>
          <FormAlerts {...props} />
          {(Object.keys(parts) as Part[]).map((name) => (
            <FormPart key={name} {...partOf(name)} name={name} summary={summaries[name]}>
              {parts[name]}
            </FormPart>
          ))}
        </fieldset>
        <div className={classes.footer}>
          {isSaving && <UploadProgress share={share} />}
          <Group justify="flex-end" gap="sm">
            {isSaving ? (
              <Button onClick={onStop}>{t('form.stop')}</Button>
            ) : (
              <Button onClick={() => void leave()}>{t('form.cancel')}</Button>
            )}
            <Button type="submit" variant="filled" loading={isSaving} disabled={isPreparing}>
              {t('form.save')}
            </Button>
          </Group>
        </div>
      </form>
    </Modal>
  )
}

function UploadProgress({ share }: { share: number }) {
  const { t } = useTranslation('admin-offices')
  const isSent = share >= 1
  return (
    <div>
      <Progress value={share * 100} animated={isSent} aria-label={t('form.sending')} />
      <Text size="sm" c="dimmed" mt={4} role="status">
        {isSent ? t('form.storing') : t('form.sending')}
      </Text>
    </div>
  )
}

type AlertsProps = Pick<
  Props<never>,
  'error' | 'fallback' | 'problems' | 'isSaving' | 'timeZone' | 'onLead' | 'onTake' | 'onKeep'
>

function FormAlerts(props: AlertsProps) {
  const { error, fallback, problems, isSaving, timeZone = 'UTC', onLead, onTake, onKeep } = props
  const top = useRef<HTMLDivElement>(null)
  const failure = failureOr(error, fallback)
  const outside = outsideIn(error)

  // Disabling the fields took the focus away, and the alert may be out of view.
  useEffect(() => {
    if (error !== null && failure !== null && !outsideIn(error)) top.current?.focus()
  }, [error, failure])

  return (
    <div ref={top} tabIndex={-1} className={classes.alerts}>
      {outside ? (
        <OrdersOutside
          outside={outside}
          timeZone={timeZone}
          orderAddress="/order/"
          isSaving={isSaving}
          onKeep={onKeep}
        />
      ) : isOvertaken(error) ? (
        <OvertakenCard error={error} onTake={onTake} />
      ) : (
        <FailureAlert text={failure} />
      )}
      <FormProblems problems={problems} onLead={onLead} />
    </div>
  )
}

function FormProblems({ problems, onLead }: Pick<AlertsProps, 'problems' | 'onLead'>) {
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

/** English shows the server's field name, as the specification demands; other languages show the label. */
function nameOf(field: string): string {
  const key = `form.field.${field}`
  const hasWord = i18next.language !== 'en' && i18next.exists(key, { ns: 'admin-offices' })
  return hasWord ? i18next.getResource(i18next.language, 'admin-offices', key) : capitalised(field)
}

type PartName = keyof typeof OFFICE_PARTS | keyof typeof SUB_OFFICE_PARTS
type PartState = { isOpen: boolean; onToggle: () => void; mistakes: number }
type PartProps = PartState & { name: PartName; summary: string; children: ReactNode }

function FormPart({ name, summary, isOpen, onToggle, mistakes, children }: PartProps) {
  const { t } = useTranslation('admin-offices')
  const id = useId()
  return (
    <section className={classes.part} data-open={isOpen || undefined}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          onClick={onToggle}
        >
          <span className={classes.partTitle} id={`${id}-title`}>
            {t(`form.part.${name}`)}
          </span>
          {mistakes > 0 ? (
            <span className={classes.mistakes}>
              <IconAlertTriangle aria-hidden size={16} />
              {t('form.mistakes', { count: mistakes })}
            </span>
          ) : (
            <span className={classes.summary}>{summary}</span>
          )}
          <IconChevronDown aria-hidden size={18} className={classes.chevron} />
        </button>
      </h3>
      <section id={`${id}-panel`} aria-labelledby={`${id}-title`} className={classes.panel} hidden={!isOpen}>
        {isOpen && children}
      </section>
    </section>
  )
}
