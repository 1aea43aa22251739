// A loaded knowledge pack: a domain as data. The core reads these types and knows no domain.
import type { PackRef } from '@veritrace/contract/casework/shapes'
import type { Naming } from '../model/artifacts.ts'
import type { License } from '../model/tables.ts'
import type { DecisionTable } from './rules.ts'

export interface Pack {
  ref: PackRef
  title: string
  description: string
  license: string
  disclaimer: string
  /** Compatible versions of the core: `>=1.0 <2.0`. */
  coreCompat: string
  naming: Naming
  /** The domain's terms: `{ artifact: 'object', rating: 'level', dependent: 'custom object' }`. */
  terms: Readonly<Record<string, string>>
  scheme: { id: string; codes: readonly string[]; labels: Readonly<Record<string, string>>; unknown: string }
  defaultTarget: string
  targets: readonly TargetProfile[]
  /** Settings of the rules that a workspace may change. */
  options: readonly PackOption[]
  /** By file name: level, rollup, action, risk, … */
  tables: Readonly<Record<string, DecisionTable>>
  actions: readonly Action[]
  intents: readonly IntentSpec[]
  relations: readonly Relation[]
  controls: readonly ControlSpec[]
  caseTypes: readonly CaseType[]
  guidance: readonly GuidanceItem[]
  sources: readonly SourceSpec[]
  importers: Readonly<Record<string, unknown>>
  /** Weights of readiness, confidence bands, coverage limits: scoring.yaml. */
  scoring: Scoring
  ui: Readonly<Record<string, unknown>>
  ontology: string
  shapes: string
  /** Path below templates/ to text. */
  templates: Readonly<Record<string, string>>
  /** Path below sample/ to bytes. */
  sample: Readonly<Record<string, Uint8Array>>
  /** Results of the pack's own tests, run when it was loaded. */
  tests: { passed: number; total: number }
}

export interface TargetProfile {
  profile_id: string
  label: string
  acceptable: readonly string[]
  /** Codes that are acceptable with an exemption that has not expired. */
  with_exemption: readonly string[]
  /** The lists to read, in order, with their roles; `partner.*` means all with that prefix. */
  lists: readonly { role: string; list: string }[]
  /** Overrides of options, such as deprecated_level. */
  options?: Readonly<Record<string, string>>
}

export interface PackOption {
  id: string
  title: string
  explanation: string
  values: readonly string[]
  fallback: string
}

export interface Action {
  id: string
  title: string
  description: string
  /** Person-days, three points, before multipliers. */
  effort: { low: number; likely: number; high: number }
  /** Days added to all three points per call site, reference, …: `{ per: 'call_site', days: 0.1 }`. */
  multiplier?: { per: string; days: number }
  resulting_code: string
  acceptance: readonly Acceptance[]
  wave?: number
  /** True if the action leaves the object unchanged, with an exemption. Plans are compared with this alternative. */
  exempts?: boolean
}
type Acceptance =
  | { kind: 'rating_at_least'; code: string }
  | { kind: 'findings_cleared'; check_ids: string[] }
  | { kind: 'unused_confirmed' }
  | { kind: 'manual'; text: string }

export interface IntentSpec {
  id: string
  title: string
  description: string
  examples: readonly string[]
  /** Regular expressions with named groups; the first match gives the parameters. */
  patterns: readonly string[]
  keywords: readonly string[]
  params: Readonly<Record<string, unknown>>
  requires: readonly ('project' | 'case' | 'catalog')[]
  answer_kind: 'resolution' | 'table' | 'graph' | 'text' | 'plan'
  route: { method: string; path: string }
  /** Text with {placeholders} for facts. */
  template: string
}

export interface Relation {
  id: string
  label: string
  predicate: string
  inverse?: string
  /** Narrower relations that this one covers. */
  includes?: readonly string[]
}

export interface ControlSpec {
  id: string
  title: string
  description: string
  category: 'governance' | 'evidence' | 'catalog' | 'delivery' | 'security'
  severity: 'low' | 'medium' | 'high'
  weight: number
  /** Name of the core's measurement. */
  measure: string
  threshold: number
  compare: 'at_most' | 'at_least'
  unit: string
  remediation: { text: string; guidance_id?: string; href: string }
  query: { language: 'sparql' | 'sql'; text: string }
}

interface CaseType {
  id: string
  title: string
  description: string
  steps: readonly string[]
  approvals_required: number
}

export interface GuidanceItem {
  id: string
  title: string
  summary_md: string
  steps_md: string
  /** Shown to users. */
  applies_when: string
  /** Criteria for matching; one is enough. */
  match: {
    codes?: string[]
    actions?: string[]
    types?: string[]
    names?: string[]
    intents?: string[]
    phases?: string[]
  }
  action_id?: string
  strength: 'required' | 'recommended' | 'consider' | 'avoid'
  audience: readonly ('architect' | 'developer' | 'manager')[]
  examples: readonly { before: string; after: string; language: string }[]
  references: readonly { title: string; url: string }[]
  reviewed_at: string
}

export interface SourceSpec {
  id: string
  kind: 'catalog' | 'guidance' | 'reference'
  title: string
  /** Online address. A mirror is searched for its file name, or for its folder. */
  uri: string
  /** The list that a catalog is a version of, and its role in the rules. */
  list_id?: string
  role?: string
  importer: string
  version_label: string
  license: License
  refresh_hours: number
  used_for: readonly string[]
  /** True if the publisher intends the list to be complete: an object that is missing is not released. */
  complete?: boolean
  /** Path below sample/: imported at the first start, until the real file is available. */
  sample?: string
}

export interface Scoring {
  values: Readonly<Record<string, number>>
  debt: Readonly<Record<string, number>>
  bands: { high: number; medium: number }
  /** Objects with more executions than this in the usage window are busy. */
  busy_executions?: number
}
