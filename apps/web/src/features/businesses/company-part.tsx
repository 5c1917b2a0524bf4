import { Alert, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/businesses/businesses.module.css'
import { useCompany } from '#web/features/businesses/company-frame.tsx'
import { Page } from '#web/ui/page.tsx'

type Props = { title: string; actions?: ReactNode; children?: ReactNode }

/** One part of the pages of a company. Of a closed one, admins read what is left. */
export function CompanyPart({ title, actions, children }: Props) {
  const { t } = useTranslation('businesses')
  const { closed_at } = useCompany()
  return (
    <Page title={title} actions={closed_at ? undefined : actions}>
      <Stack gap="lg">
        {closed_at && (
          <Alert color="brass" variant="light" role="note">
            {t('isClosed')}
          </Alert>
        )}
        {children}
      </Stack>
    </Page>
  )
}

type SectionProps = { id: string; title: string; actions?: ReactNode; children: ReactNode }

export function CompanySection({ id, title, actions, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <div className={classes.sectionTitle}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </section>
  )
}
