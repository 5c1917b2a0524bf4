import type { Credentials } from '@keyhour/contract/auth'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/auth/auth.module.css'

const PEOPLE = ['admin', 'manager', 'owner', 'business', 'member'] as const
const PASSWORD = 'keyhour-demo'

/** One tap fills the form. Shown in demo mode only. */
export function DemoSignInsCard({ onChosen }: { onChosen: (credentials: Credentials) => void }) {
  const { t } = useTranslation('auth')
  return (
    <Stack className={classes.demo} gap="xs">
      <Text size="sm" c="dimmed">
        {t('demoHint')}
      </Text>
      <Group gap="xs">
        {PEOPLE.map((person) => (
          <Button
            key={person}
            size="compact-sm"
            onClick={() => onChosen({ email: `${person}@keyhour.test`, password: PASSWORD })}
          >
            {t(`demo.${person}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
