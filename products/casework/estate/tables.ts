// The content of one file: as parsed, as stored, and as input for merging the estate.
import type { Named } from '../model/artifacts.ts'

export type { Scope } from '../model/space.ts'
export type { Named }

export interface Technology {
  kind: string
  line: number
  code: string
}

export interface ParsedObject extends Named {
  package: string
  owner: string
  component: string
  lines: number
  parsed_ratio: number
  dynamic_calls: number
  has_dependencies: boolean
  has_atc: boolean
  executions: number | null
  last_used: string | null
  findings: [number, number, number, number]
  technologies: Technology[]
  /** Other short forms for the object, such as FUNC:Z_DO for a function group. */
  members: string[]
  file: string
}

export interface ParsedFinding {
  object: Named
  check_id: string
  check_title: string
  message_id: string
  message: string
  priority: number
  reference: Named | null
  line: number | null
  exempted: boolean
  quickfix: boolean
}

/** Indexes of objects and references, one entry per use; `access` is an index into ACCESSES. */
interface ParsedUses {
  from: number[]
  to: number[]
  access: number[]
  sites: number[]
  line: number[]
  /** File of the first site; '' for the file of the object. */
  file: string[]
  /** Indexes into BASES. */
  basis: number[]
}

export interface ParsedContent {
  objects: ParsedObject[]
  references: Named[]
  uses: ParsedUses
  findings: ParsedFinding[]
}

interface Placed {
  tenant_id: string
  workspace_id: string
  project_id: string
  evidence_id: string
  place: number
}

interface FindingsTable extends Placed {
  object_type: string
  object_name: string
  check_id: string
  check_title: string
  message_id: string
  message: string
  priority: number
  reference_type: string | null
  reference_name: string | null
  line: number | null
  exempted: boolean
  quickfix: boolean
}

export interface EstateTables {
  'casework.estate_objects': Placed & { type: string; name: string; package: string; file: string }
  'casework.estate_findings': FindingsTable
}
export type FindingRow = FindingsTable
