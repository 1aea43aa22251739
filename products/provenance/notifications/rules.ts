// Notification preferences: defaults, patches, and who gets which notice. Pure.
import { ROLES, type Role } from '@veritrace/contract/endpoint'
import { SEVERITIES } from '@veritrace/contract/provenance/change-events'
import type { NotificationPreferences, PreferencesPatch } from '@veritrace/contract/provenance/notifications'

type Shown = NotificationPreferences
export type Topic = keyof Shown['topics']
export type Severity = (typeof SEVERITIES)[number]
type Switch = { enabled: boolean }

/** The settings a person can change. The view adds the rest. */
export interface Settings extends Pick<Shown, 'cadence' | 'timezone' | 'quiet_hours' | 'mute_until'> {
  channels: { email: Switch; webhook: Switch; in_app: Switch }
  topics: Omit<Shown['topics'], 'security'>
}

export const DEFAULTS: Settings = {
  channels: { email: { enabled: true }, webhook: { enabled: true }, in_app: { enabled: true } },
  cadence: 'daily',
  timezone: 'UTC',
  quiet_hours: null,
  mute_until: null,
  topics: {
    'vendor.change': { enabled: true, min_severity: 'minor', only_pinned: true },
    'source.health': { enabled: false },
    trust_request: { enabled: true },
    'evidence.expiry': { enabled: true, days_before: [30, 7, 1] },
    billing: { enabled: true },
  },
}

/** Merges like RFC 7396. Days are sorted, largest first. */
export function applyPatch(
  settings: Settings,
  { channels, topics, quiet_hours, ...plain }: PreferencesPatch,
): Settings {
  const merged = { ...settings.topics['evidence.expiry'], ...topics?.['evidence.expiry'] }
  return {
    ...settings,
    ...plain,
    ...(quiet_hours !== undefined && { quiet_hours: quietHoursAfter(settings, quiet_hours) }),
    channels: {
      email: { ...settings.channels.email, ...channels?.email },
      webhook: { ...settings.channels.webhook, ...channels?.webhook },
      in_app: { ...settings.channels.in_app, ...channels?.in_app },
    },
    topics: {
      'vendor.change': { ...settings.topics['vendor.change'], ...topics?.['vendor.change'] },
      'source.health': { ...settings.topics['source.health'], ...topics?.['source.health'] },
      trust_request: { ...settings.topics.trust_request, ...topics?.trust_request },
      'evidence.expiry': { ...merged, days_before: merged.days_before.toSorted((a, b) => b - a) },
      billing: { ...settings.topics.billing, ...topics?.billing },
    },
  }
}

type HoursPatch = PreferencesPatch['quiet_hours']

const quietHoursAfter = ({ quiet_hours }: Settings, patch: HoursPatch): Settings['quiet_hours'] => {
  const { start, end } = { ...quiet_hours, ...patch }
  return patch && start !== undefined && end !== undefined ? { start, end } : null
}

/** Quiet hours need a start and an end: returns the one that is neither stored nor in the patch. */
export function missingHour({ quiet_hours }: Settings, patch: HoursPatch): 'start' | 'end' | undefined {
  if (!patch || quiet_hours || (patch.start && patch.end)) return undefined
  return patch.start ? 'end' : 'start'
}

/** Accepts zone names only: an offset such as +02:00 ignores summer time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The least role that is notified of a topic: the role that may act on it or view it. */
const LEAST_ROLE: Record<Topic, Role> = {
  'vendor.change': 'viewer',
  'source.health': 'viewer',
  trust_request: 'member',
  'evidence.expiry': 'member',
  billing: 'admin',
  security: 'admin',
}
export const isFor = (topic: Topic, role: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLE[topic])

export interface NoticeFacts {
  topic: Topic
  severity: Severity | null
  /** Whether the tenant has pinned the vendor; null if the notice is not about a vendor. */
  pinned: boolean | null
}

/** Whether the person wants this by email at all; `dueAt` says when. */
export function wants({ channels, cadence, topics }: Settings, { topic, severity, pinned }: NoticeFacts): boolean {
  if (topic === 'security') return true
  if (!channels.email.enabled || cadence === 'mute' || !topics[topic].enabled) return false
  if (topic !== 'vendor.change') return true
  const { min_severity, only_pinned } = topics['vendor.change']
  return SEVERITIES.indexOf(severity ?? 'info') >= SEVERITIES.indexOf(min_severity) && (pinned === true || !only_pinned)
}

/** Reminders this many days late are still sent, because daily runs may have been missed. */
const LATE_DAYS = 2

/** The reminder to send now: the smallest number of days that was reached, unless that was too long ago. */
export function reachedMark(daysBefore: readonly number[], daysLeft: number): number | undefined {
  const reached = daysBefore.filter((days) => days >= daysLeft)
  const mark = Math.min(...reached)
  return reached.length > 0 && mark - daysLeft <= LATE_DAYS ? mark : undefined
}

/** Makes user text safe for an email: a single line without invisible characters. */
export function oneLine(text: string, most = 300): string {
  const line = text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line
}
