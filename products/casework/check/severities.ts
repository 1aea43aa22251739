// How severe a level is to tools that know errors, warnings and notes: as the pack expects of ATC, priorities 1 to 3. Pure.
import { ownValue } from '@veritrace/platform/names'
import type { Pack } from '../packs/pack.ts'
import { SEVERITIES, type Severity } from './finding.ts'

/** A level without a priority is a note: an unknown one accuses no one. */
export function severitiesOf({ importers }: Pack): (level: string) => Severity {
  const { priority_of_code: priorities = {} } = (importers.atc ?? {}) as { priority_of_code?: Record<string, number> }
  return (level) => SEVERITIES[(ownValue(priorities, level) ?? SEVERITIES.length) - 1] ?? 'note'
}
