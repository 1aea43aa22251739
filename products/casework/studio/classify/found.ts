// What was found in an input, before anything is rated.
import type { Access } from '../../estate/estate.ts'
import type { Named } from '../../model/artifacts.ts'

export interface FoundReference extends Named {
  access: Access
  sites: number
  occurrences: readonly { line: number; column: number; length: number; snippet: string }[]
}

export interface FoundObject extends Named {
  /** A thing that somebody named, not something that uses things: rated by the lists themselves. */
  isListed: boolean
  references: readonly FoundReference[]
  technologies: readonly { kind: string; line: number }[]
  /** All that it uses is known. */
  isComplete: boolean
}

export interface Found {
  language: string
  objects: readonly FoundObject[]
  coverage: {
    lines: number
    statements: number
    parsed_ratio: number
    dynamic_calls: readonly { line: number; text: string }[]
    method: 'parser' | 'scan'
  }
  warnings: readonly string[]
}

/** Nothing had to be parsed. */
export const asGiven = (lines: number): Found['coverage'] => ({
  lines,
  statements: lines,
  parsed_ratio: 1,
  dynamic_calls: [],
  method: 'scan',
})
