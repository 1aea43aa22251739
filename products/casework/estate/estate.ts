// A customer's own estate as the engines read it: numbered objects and references, small enough for one pass over
// hundreds of thousands of dependencies.
import type { Named } from '../model/artifacts.ts'

export type Access = 'read' | 'write' | 'call' | 'type' | 'inherit' | 'implement' | 'dynamic' | 'use'
export const ACCESSES: readonly Access[] = ['read', 'write', 'call', 'type', 'inherit', 'implement', 'dynamic', 'use']

export interface EstateObject extends Named {
  package: string
  owner: string
  component: string
  lines: number
  /** Share of the source that was understood; 1 where there was nothing to parse and references came from a list. */
  parsed_ratio: number
  dynamic_calls: number
  /** Its references were looked for. */
  has_dependencies: boolean
  /** An ATC result covers it, with or without findings. */
  has_atc: boolean
  /** Null where no usage data covers it. */
  executions: number | null
  last_used: string | null
  /** By priority 1 to 4, exempted ones left out. */
  findings: readonly [number, number, number, number]
  /** Of the object itself: modification, implicit_enhancement, …, with the code that it counts as. */
  technologies: readonly { kind: string; line: number; code: string }[]
}

export interface Estate {
  project_id: string
  /** Changes with every accepted piece of evidence. */
  revision: number
  system: string
  /** What it was or may have been before it got its name: ids of that time are still understood. */
  former_systems: readonly string[]
  evidence_ids: readonly string[]
  objects: readonly EstateObject[]
  /** Everything outside that any object refers to. */
  references: readonly Named[]
  /** Object → reference, one each per access: `from` and `to` are places in `objects` and `references`. */
  uses: {
    from: Int32Array
    to: Int32Array
    access: Uint8Array
    sites: Int32Array
    /** What each rests on: places in BASES. */
    basis: Uint8Array
  }
  /** Object → object. */
  calls: { from: Int32Array; to: Int32Array }
  usage_window_days: number
  atc_object_set_complete: boolean
}
