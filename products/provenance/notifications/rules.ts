// What is told to someone who has said nothing, and what a patch makes of it.
import type { NotificationPreferences, PreferencesPatch } from '@veritrace/contract/provenance/notifications'

type Shown = NotificationPreferences
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
