// A promise on a page: the term, its value, and the sentence that states it.
import type { Finding } from '../claim.ts'
import type { Amount, Unit } from '../clauses/amounts.ts'
import type { Range } from '../clauses/sentences.ts'
import type { Block } from '../types.ts'

export const LABELS = {
  subprocessor_notice_days: 'Days of notice before a new subprocessor',
  objection_days: 'Days to object to a new subprocessor',
  breach_notice_hours: 'Hours until notice of a breach',
  deletion_days: 'Days until deletion after the contract ends',
  audit_right: 'Audit right',
  scc_modules: 'Standard contractual clauses modules',
  uk_transfer: 'UK transfer addendum',
  governing_law: 'Governing law',
  retention_period: 'Retention period',
  uptime: 'Availability',
  service_credit: 'Service credit',
  response_time: 'Response time',
  maintenance_notice: 'Maintenance notice',
  maintenance_limit: 'Maximum downtime for maintenance',
  claim_window: 'Time to claim a credit',
  backup_frequency: 'Backups',
} as const

export type TermName = keyof typeof LABELS

const CATEGORIES: Partial<Record<TermName, string>> = {
  retention_period: 'retention',
  ...{ uptime: 'sla', service_credit: 'sla', response_time: 'sla', maintenance_notice: 'sla' },
  ...{ maintenance_limit: 'sla', claim_window: 'sla', backup_frequency: 'sla' },
}

export interface Term extends Range {
  name: TermName
  value: string
  block: Block
  rule: string
}

export const termOf = (name: TermName, value: string, block: Block, { start, end }: Range, rule: string): Term => ({
  ...{ name, value, block, start, end, rule },
})

export const findingOf = ({ name, value, block, start, end, rule }: Term): Finding => ({
  category: CATEGORIES[name] ?? 'dpa',
  predicate: name,
  value,
  state: 'affirmed',
  text: `${LABELS[name]}: ${value}`,
  block,
  start,
  end,
  rule: `terms/${rule}`,
})

const UNITS: Readonly<Record<Unit, string>> = {
  ...{ minute: 'minute', hour: 'hour', day: 'day', businessDay: 'business day' },
  ...{ week: 'week', month: 'month', year: 'year', '%': '%' },
}

/** "30 days", "1 year", "99.9%". */
export function lengthOf({ value, unit }: Pick<Amount, 'value' | 'unit'>): string {
  if (unit === '%') return `${value}%`
  return `${value} ${UNITS[unit]}${value === 1 ? '' : 's'}`
}
