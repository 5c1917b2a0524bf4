import { PushKind } from '@keyhour/contract/push'
import { Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pushSettingsQuery, useTurnKinds } from '#web/features/push/api.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf } from '#web/ui/form-errors.ts'
import { QueryView } from '#web/ui/query-view.tsx'

/** What the person is notified about. */
export function PushKinds() {
  const { t } = useTranslation('push')
  const settings = useQuery(pushSettingsQuery)
  const turn = useTurnKinds()
  return (
    <QueryView query={settings}>
      {({ off }) => {
        // What was just pressed shows at once.
        const shown = turn.isPending ? turn.variables : off
        return (
          <Stack gap="sm" role="group" aria-label={t('kinds')}>
            {PushKind.options.map((kind) => (
              <Switch
                key={kind}
                label={t(`kind.${kind}`)}
                checked={!shown.includes(kind)}
                disabled={turn.isPending}
                onChange={({ currentTarget: { checked } }) =>
                  turn.mutate(checked ? off.filter((one) => one !== kind) : [...off, kind])
                }
              />
            ))}
            <FailureAlert text={failureOf(turn.error)} />
          </Stack>
        )
      }}
    </QueryView>
  )
}
