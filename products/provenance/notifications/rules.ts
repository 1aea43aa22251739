// What is told to someone who has said nothing, and what a patch makes of it.
import { ROLES, type Role } from '@veritrace/contract/endpoint'
import { SEVERITIES } from '@veritrace/contract/provenance/change-events'
import type { NotificationPreferences, PreferencesPatch } from '@veritrace/contract/provenance/notifications'

type Shown = NotificationPreferences
export type Topic = keyof Shown['topics']
export type Severity = (typeof SEVERITIES)[number]
type Switch = { enabled: boolean }

/** What a person sets; the rest of what is shown is known from elsewhere. */
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

/** As RFC 7396 merges; days come in one order, the farthest first. */
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

/** Hours have a start and an end: the one that is neither known nor said. */
export function missingHour({ quiet_hours }: Settings, patch: HoursPatch): 'start' | 'end' | undefined {
  if (!patch || quiet_hours || (patch.start && patch.end)) return undefined
  return patch.start ? 'end' : 'start'
}

/** Names only: an offset such as +02:00 knows no summer. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Who a topic is for: those who may do something about it, by what the contract asks for, or may look at it. */
const LEAST_ROLE: Record<Topic, Role> = {
  'vendor.change': 'viewer',
  'source.health': 'viewer',
  trust_request: 'member',
  'evidence.expiry': 'member',
  billing: 'admin',
  security: 'admin',
}
export const isFor = (topic: Topic, role: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLE[topic])

export interface Told {
  topic: Topic
  severity: Severity | null
  /** Of a vendor. */
  pinned: boolean | null
}

/** Whether the person wants this by mail at all; when is another question. */
export function wants({ channels, cadence, topics }: Settings, { topic, severity, pinned }: Told): boolean {
  if (topic === 'security') return true
  if (!channels.email.enabled || cadence === 'mute' || !topics[topic].enabled) return false
  if (topic !== 'vendor.change') return true
  const { min_severity, only_pinned } = topics['vendor.change']
  return SEVERITIES.indexOf(severity ?? 'info') >= SEVERITIES.indexOf(min_severity) && (pinned === true || !only_pinned)
}

/** Rounds of the daily look that may have been missed. */
const LATE_DAYS = 2

/** The number of days of which it is time to tell now: the nearest that is reached, unless that was long ago. */
export function reachedMark(daysBefore: readonly number[], daysLeft: number): number | undefined {
  const reached = daysBefore.filter((days) => days >= daysLeft)
  const mark = Math.min(...reached)
  return reached.length > 0 && mark - daysLeft <= LATE_DAYS ? mark : undefined
}

/** People's words stand in a letter: they begin no line of their own and hide nothing. */
export function oneLine(text: string, most = 300): string {
  const line = text.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1).toWellFormed()}…` : line
}
