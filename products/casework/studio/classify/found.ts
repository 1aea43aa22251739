// What was found in an input, before it is rated.
import type { Access } from '../../estate/estate.ts'
import type { Named } from '../../model/artifacts.ts'

export interface FoundReference extends Named {
  access: Access
  sites: number
  occurrences: readonly { line: number; column: number; length: number; snippet: string }[]
}

export interface FoundObject extends Named {
  /** The caller named the artifact itself, so the lists rate it. Other objects are rated by what they use. */
  isListed: boolean
  references: readonly FoundReference[]
  technologies: readonly { kind: string; line: number }[]
  /** Everything it uses is known. */
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

/** Coverage of an input that needs no parsing. */
export const fullCoverage = (lines: number): Found['coverage'] => ({
  lines,
  statements: lines,
  parsed_ratio: 1,
  dynamic_calls: [],
  method: 'scan',
})
