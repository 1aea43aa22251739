// A session in the list that its owner sees.
import type { SessionRow } from './store.ts'

export interface Session {
  id: string
  current: boolean
  auth_method: string
  ip: string
  user_agent: string
  device_label: string
  location_hint: string | null
  created_at: string
  last_seen_at: string
  expires_at: string
  amr: string[]
  mfa: boolean
  user_id: string
  org_id: string
}

/** RFC 8176 values that indicate a second factor, or several factors. */
const STRONG = new Set(['mfa', 'otp', 'hwk', 'swk', 'sms', 'tel', 'fpt', 'face', 'iris', 'sc'])

export const viewSession = (row: SessionRow, currentId: string | undefined): Session => ({
  id: row.id,
  current: row.id === currentId,
  auth_method: row.auth_method,
  ip: row.ip,
  user_agent: row.user_agent,
  device_label: deviceLabel(row.user_agent),
  // An IP address alone does not reveal a location reliably.
  location_hint: null,
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  amr: row.amr,
  mfa: row.amr.some((method) => STRONG.has(method)),
  user_id: row.user_id,
  org_id: row.tenant_id,
})

// The order matters: Edge and Opera also contain Chrome, Chrome contains Safari, and Android contains Linux.
const BROWSERS = { Edge: /Edg/, Opera: /OPR\//, Firefox: /Firefox|FxiOS/, Chrome: /Chrom|CriOS/, Safari: /Safari/ }
const SYSTEMS = {
  iPhone: /iPhone/,
  iPad: /iPad/,
  Android: /Android/,
  Windows: /Windows/,
  macOS: /Mac OS X/,
  Linux: /Linux/,
}

export function deviceLabel(userAgent: string): string {
  const browser = firstFit(BROWSERS, userAgent)
  const system = firstFit(SYSTEMS, userAgent)
  if (!browser) return system ?? 'Unknown device'
  return system ? `${browser} on ${system}` : browser
}

const firstFit = (table: Record<string, RegExp>, text: string): string | undefined =>
  Object.keys(table).find((name) => table[name]!.test(text))
