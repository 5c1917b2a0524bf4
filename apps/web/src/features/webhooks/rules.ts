import {
  type Delivery,
  DeliveryStatus,
  SentKind,
  type Webhook,
  WebhookForm,
  WebhookKind,
} from '@keyhour/contract/webhooks'
import { keptInAddress, readOneOf, readWhole, type ViewOf } from '#web/ui/list-view.ts'

/** Of the log on the page. */
export const LOG_ID = 'deliveries'

/** The filter of the log, in the address. */
export const logView = keptInAddress<{
  webhook_id: number | undefined
  status: DeliveryStatus | undefined
  kind: SentKind | undefined
}>(
  { webhook_id: undefined, status: undefined, kind: undefined },
  { webhook_id: readWhole, status: readOneOf(DeliveryStatus.options), kind: readOneOf(SentKind.options) },
  { webhook_id: 'webhook' },
)
export type LogView = ViewOf<typeof logView>

export type WebhookDraft = { name: string; url: string; kinds: WebhookKind[] }

export const NEW_WEBHOOK: WebhookDraft = { name: '', url: '', kinds: [...WebhookKind.options] }

export const draftOfWebhook = ({ name, url, kinds }: Webhook): WebhookDraft => ({ name, url, kinds })

/** One message per field. */
export function mistakesIn(draft: WebhookDraft): Partial<Record<keyof WebhookDraft, string>> {
  const mistakes: Record<string, string> = {}
  for (const { path, message } of WebhookForm.safeParse(draft).error?.issues ?? [])
    mistakes[String(path[0])] ??= message
  return mistakes
}

type State = 'gone' | 'failing off' | 'off' | 'failing' | 'working' | 'new'

export function stateOf({ is_active, off_reason, failing_since, last_success_at }: Webhook): State {
  if (off_reason === 'gone') return 'gone'
  if (off_reason === 'failing') return 'failing off'
  if (!is_active) return 'off'
  if (failing_since !== null) return 'failing'
  return last_success_at === null ? 'new' : 'working'
}

export type DeliveryState = DeliveryStatus | 'retried'

/** A pending delivery that did not work at first is tried again. */
export const deliveryStateOf = ({ status, tries }: Pick<Delivery, 'status' | 'tries'>): DeliveryState =>
  status === 'pending' && tries > 0 ? 'retried' : status

/** As a developer reads it. */
export const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)
