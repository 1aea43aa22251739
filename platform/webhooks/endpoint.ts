// An endpoint as its owner sees it, and its validation. The secret is not part of it.
import { isEventType, relatedTypes } from '@veritrace/contract/event-types'
import { fail } from '../errors.ts'
import { OutsideError, type SafeFetch } from '../outside/safe-fetch.ts'
import type { PayloadKind } from './message.ts'
import type { DisabledReason } from './schedule.ts'

export interface WebhookEndpoint {
  id: string
  scope: string
  url: string
  description: string
  enabled: boolean
  event_types: string[]
  filter: Record<string, unknown>
  payload: PayloadKind
  api_version: string
  /** Names with hidden values. */
  custom_headers: Record<string, string>
  rate_limit_per_s: number | null
  previous_secret_expires_at: Date | null
  status: 'active' | 'failing' | 'disabled'
  disabled_reason: DisabledReason | null
  failure_streak: number
  failing_since: Date | null
  last_success_at: Date | null
  last_failure_at: Date | null
  last_status_code: number | null
  paused_until: Date | null
  version: number
  created_at: Date
  updated_at: Date
}

/** The settings that the owner can change. */
export interface EndpointSettings {
  url: string
  description: string
  enabled: boolean
  event_types: readonly string[]
  filter: Readonly<Record<string, unknown>>
  payload: PayloadKind
  custom_headers: Readonly<Record<string, string>>
  rate_limit_per_s: number | null
}

export type NewEndpoint = Pick<EndpointSettings, 'url'> & Partial<EndpointSettings> & { scope?: string }

const HIDDEN = '••••••'
const MAX_HEADERS = 20
const MAX_EVENT_TYPES = 100
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/
const HEADER_VALUE = /^[\x20-\x7e]{0,1024}$/
const RESERVED =
  /^(webhook-|svix-|content-|proxy-|sec-)|^(host|connection|transfer-encoding|upgrade|te|trailer|expect)$/

/** Throws 422 for invalid settings. */
export function checkSettings(safeFetch: SafeFetch, settings: Partial<EndpointSettings>): void {
  if (settings.url !== undefined) checkUrl(safeFetch, settings.url)
  if (settings.custom_headers) checkHeaders(settings.custom_headers)
  const types = settings.event_types ?? []
  const wrong = types.find((type) => !isEventType(type))
  if (wrong !== undefined) fail('unacceptable', `There is no event type “${wrong}”.${adviceFor(wrong)}`)
  if (types.length > MAX_EVENT_TYPES) fail('unacceptable', `At most ${MAX_EVENT_TYPES} event types are allowed.`)
}

function adviceFor(type: string): string {
  const related = relatedTypes(type)
  return related.length > 0 ? ` Similar types: ${related.join(', ')}.` : ' All names are at /docs/events.'
}

export const hideHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, HIDDEN]))

/** Restores hidden values that are sent back, even if the case of a name has changed. */
export const keepHidden = (
  given: Readonly<Record<string, string>>,
  known: Readonly<Record<string, string>>,
): Record<string, string> => {
  const values = new Map(Object.entries(known).map(([name, value]) => [name.toLowerCase(), value]))
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value === HIDDEN ? (values.get(name.toLowerCase()) ?? '') : value,
    ]),
  )
}

/** The URL without its query, which may contain a secret. */
export function labelOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

function checkUrl(safeFetch: SafeFetch, url: string): void {
  try {
    if (url.length > 2048) throw new OutsideError('bad_url', 'The URL is longer than 2048 characters.')
    safeFetch.check(url, { https: true })
  } catch (error) {
    if (error instanceof OutsideError) fail('address_refused', error.message)
    throw error
  }
}

function checkHeaders(headers: Readonly<Record<string, string>>): void {
  const entries = Object.entries(headers)
  if (entries.length > MAX_HEADERS) fail('unacceptable', `At most ${MAX_HEADERS} custom headers are allowed.`)
  const names = new Map<string, string>()
  for (const [name, value] of entries) {
    if (!HEADER_NAME.test(name) || RESERVED.test(name.toLowerCase()))
      fail('unacceptable', `The header “${name.slice(0, 64)}” cannot be set.`)
    const other = names.get(name.toLowerCase())
    if (other !== undefined) fail('unacceptable', `The headers “${other}” and “${name}” have the same name.`)
    names.set(name.toLowerCase(), name)
    if (value !== HIDDEN && !HEADER_VALUE.test(value))
      fail('unacceptable', `The value of “${name}” must be printable ASCII.`)
  }
}
