// Severity of a level for tools that know errors, warnings and notes: priorities 1 to 3 that the pack expects from ATC. Pure.
import { ownValue } from '@veritrace/platform/names'
import type { Pack } from '../packs/pack.ts'
import { SEVERITIES, type Severity } from './finding.ts'

/** A level without a priority is a note, so an unknown level is never an error. */
export function severitiesOf({ importers }: Pack): (level: string) => Severity {
  const { priority_of_code: priorities = {} } = (importers.atc ?? {}) as { priority_of_code?: Record<string, number> }
  return (level) => SEVERITIES[(ownValue(priorities, level) ?? SEVERITIES.length) - 1] ?? 'note'
}
