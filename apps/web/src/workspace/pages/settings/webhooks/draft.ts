// Webhook settings as form values. A PUT resets fields that are missing, so all are sent.
import type { WebhookSettings, WebhookSubscription } from '@veritrace/contract/provenance/webhooks'

export interface Header {
  id: number
  name: string
  value: string
  /** Placeholder of a stored, hidden value. Sending it back keeps the value. */
  mask?: string | undefined
}
export interface Draft extends Pick<WebhookSubscription, 'url' | 'description' | 'payload' | 'vendor_scope'> {
  /** Undefined means all events. */
  event_types: string[] | undefined
  vendor_ids: string[]
  headers: Header[]
  rate: string
}

export const draftOf = (webhook: WebhookSubscription | undefined): Draft => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  payload: webhook?.payload ?? 'thin',
  vendor_scope: webhook?.vendor_scope ?? 'all',
  vendor_ids: webhook?.vendor_ids ?? [],
  event_types: isEverything(webhook?.event_types ?? []) ? undefined : webhook!.event_types,
  headers: Object.entries(webhook?.custom_headers ?? {}).map(([name, mask], id) => ({ id, name, value: '', mask })),
  rate: webhook?.rate_limit_per_s ? String(webhook.rate_limit_per_s) : '',
})

const isEverything = (types: readonly string[]): boolean => types.length === 0 || types.includes('*')

export const settingsOf = (draft: Draft, enabled: boolean): WebhookSettings => ({
  url: draft.url.trim(),
  description: draft.description.trim(),
  enabled,
  event_types: draft.event_types ?? [],
  payload: draft.payload,
  vendor_scope: draft.vendor_scope,
  vendor_ids: draft.vendor_scope === 'list' ? draft.vendor_ids : [],
  custom_headers: Object.fromEntries(
    draft.headers
      .filter(({ name }) => name.trim())
      .map(({ name, value, mask }) => [name.trim(), value === '' && mask ? mask : value]),
  ),
  rate_limit_per_s: draft.rate ? Number(draft.rate) : null,
})

/** Why the draft cannot be saved, if it cannot. */
export function gapOf({ event_types, vendor_scope, vendor_ids, headers }: Draft): string | undefined {
  if (event_types?.length === 0) return 'Select at least one event, or all events.'
  if (vendor_scope === 'list' && vendor_ids.length === 0) return 'Select at least one vendor, or all vendors.'
  const names = headers.map(({ name }) => name.trim().toLowerCase()).filter(Boolean)
  if (new Set(names).size < names.length) return 'Two headers have the same name.'
  const bare = headers.find(({ name, value, mask }) => name.trim() && !value && !mask)
  return bare && `The header ${bare.name.trim()} has no value.`
}
