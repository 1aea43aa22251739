// Determines which fields an edit changed, for the audit log.
import type { Change } from './event.ts'

/** The fields of `patch` whose values differ between the two rows. */
export const changesOf = <Row extends object>(before: Row, after: Row, patch: object): Change[] =>
  (Object.keys(patch) as (keyof Row & string)[])
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, from: before[field], to: after[field] }))
