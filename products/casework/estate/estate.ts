// A customer's own estate in the form that the engines use: numbered objects and references, compact enough for one
// pass over hundreds of thousands of dependencies.
import type { Named } from '../model/artifacts.ts'

export type Access = 'read' | 'write' | 'call' | 'type' | 'inherit' | 'implement' | 'dynamic' | 'use'
export const ACCESSES: readonly Access[] = ['read', 'write', 'call', 'type', 'inherit', 'implement', 'dynamic', 'use']

export interface EstateObject extends Named {
  package: string
  owner: string
  component: string
  lines: number
  /** The share of the source that was parsed; 1 if the references came from a list and there was nothing to parse. */
  parsed_ratio: number
  dynamic_calls: number
  /** True if the object was searched for references. */
  has_dependencies: boolean
  /** True if an ATC result covers it, with or without findings. */
  has_atc: boolean
  /** Null if no usage data covers it. */
  executions: number | null
  last_used: string | null
  /** By priority 1 to 4, without exempted ones. */
  findings: readonly [number, number, number, number]
  /** Technologies of the object itself, such as modification or implicit_enhancement, with the code they count as. */
  technologies: readonly { kind: string; line: number; code: string }[]
}

export interface Estate {
  project_id: string
  /** Increases with every accepted piece of evidence. */
  revision: number
  system: string
  /** Former or possible earlier names of the system; ids from then are still resolved. */
  former_systems: readonly string[]
  evidence_ids: readonly string[]
  objects: readonly EstateObject[]
  /** All artifacts outside the estate that its objects use. */
  references: readonly Named[]
  /** Object → reference, one entry per access: `from` and `to` are indexes into `objects` and `references`. */
  uses: {
    from: Int32Array
    to: Int32Array
    access: Uint8Array
    sites: Int32Array
    /** The basis of each use: an index into BASES. */
    basis: Uint8Array
  }
  /** Object → object. */
  calls: { from: Int32Array; to: Int32Array }
  usage_window_days: number
  atc_object_set_complete: boolean
}
