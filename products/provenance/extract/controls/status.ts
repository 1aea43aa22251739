// Status pages: JSON in the format of Statuspage or Upptime, or the page's headline. Planned maintenance is not an incident.
import type { Finding } from '../claim.ts'
import type { Block, DocumentContext, ReadDocument } from '../types.ts'

const CLOSED = new Set(['resolved', 'postmortem', 'completed'])
const SERIOUS = new Set(['minor', 'major', 'critical'])
const WELL = new Set(['operational', 'under_maintenance', 'up'])
const FINE = /\ball (?:systems|services) (?:are )?(?:operational|online|normal)\b/i
const TROUBLE =
  /\b(?:major|partial|minor) (?:system |service )?outage\b|\bdegraded performance\b|\bservice disruption\b/i

interface Reading {
  indicator: string
  signal: boolean
  open: Record<string, unknown>[]
}

export function statusFindings(document: ReadDocument, { kind }: DocumentContext): Finding[] {
  const data = document.data ?? (kind === 'status' ? embedded(document.text) : null)
  const reading = readingOf(data)
  if (reading)
    return [
      findingOf(
        document,
        reading,
        /"(?:indicator|status)"\s*:\s*"[^"]*"|"(?:incidents|components)"\s*:/,
        'status/json',
      ),
    ]
  if (kind !== 'status') return []
  const trouble = TROUBLE.test(document.text)
  if (!trouble && !FINE.test(document.text)) return []
  const headline = { indicator: trouble ? 'minor' : 'none', signal: trouble, open: [] }
  return [findingOf(document, headline, trouble ? TROUBLE : FINE, 'status/headline')]
}

function readingOf(data: unknown): Reading | undefined {
  const rows = Array.isArray(data) ? data.filter(isRecord).filter(({ status }) => typeof status === 'string') : []
  if (rows.length > 0) return judged('', [], rows)
  if (!isRecord(data)) return undefined
  const indicator = isRecord(data.status) ? String(data.status.indicator ?? '') : ''
  if (indicator === '' && !Array.isArray(data.incidents) && !Array.isArray(data.components)) return undefined
  return judged(indicator, list(data.incidents), list(data.components))
}

function judged(said: string, incidents: Record<string, unknown>[], components: Record<string, unknown>[]): Reading {
  const open = incidents.filter((one) => SERIOUS.has(String(one.impact)) && !CLOSED.has(String(one.status)))
  const unwell = said === '' && components.some(({ status }) => typeof status === 'string' && !WELL.has(status))
  const signal = (said !== '' && said !== 'none' && said !== 'maintenance') || open.length > 0 || unwell
  return { indicator: said || (signal ? 'minor' : 'none'), signal, open }
}

function findingOf(
  document: ReadDocument,
  { indicator, signal, open }: Reading,
  quoted: RegExp,
  rule: string,
): Finding {
  const match = quoted.exec(document.text)
  const start = match?.index ?? 0
  const end = start + (match?.[0].length ?? 1)
  const block = document.blocks.find((one) => one.start <= start && start < one.end) ?? (document.blocks[0] as Block)
  const details = {
    incident_signal: signal,
    indicator,
    open_incidents: open.map(({ name, impact, status }) => ({ name, impact, status })),
  }
  const text = signal ? `Incident: ${indicator}` : 'No incident'
  const state = signal ? 'affirmed' : 'negated'
  return {
    category: 'status',
    predicate: 'incident_signal',
    value: indicator,
    state,
    text,
    block,
    start,
    end,
    rule,
    details,
  }
}

function embedded(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
