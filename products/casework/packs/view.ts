// Maps packs to the contract.
import type { PackDetail, PackSummary } from '@veritrace/contract/casework/packs'
import type { Pack } from './pack.ts'
import { type ActivePack, type InstalledVersion, viewTarget } from './packs.ts'
import { WORKSPACE_OPTIONS } from './workspace-options.ts'

type PackState = Pick<InstalledVersion, 'origin' | 'active'>

export const viewSummary = ({ pack, options, working }: ActivePack, { origin, active }: PackState): PackSummary => ({
  ...pack.ref,
  title: pack.title,
  description: pack.description,
  license: pack.license,
  disclaimer: pack.disclaimer,
  origin,
  active,
  tests: pack.tests,
  options: [...pack.options, ...WORKSPACE_OPTIONS].map((option) => ({
    id: option.id,
    title: option.title,
    explanation: option.explanation,
    values: [...option.values],
    fallback: option.fallback,
    value: options[option.id] ?? working?.[option.id] ?? option.fallback,
  })),
})

export function viewDetail(active: ActivePack, versions: readonly InstalledVersion[]): PackDetail {
  const { pack } = active
  const state = versions.find(({ version }) => version === pack.ref.version)
  return {
    ...viewSummary(active, state ?? { origin: 'built_in', active: false }),
    core_compat: pack.coreCompat,
    terms: pack.terms,
    scheme: { ...pack.scheme, codes: [...pack.scheme.codes] },
    default_target: pack.defaultTarget,
    targets: pack.targets.map((target) => ({
      ...viewTarget(active, target),
      with_exemption: [...target.with_exemption],
      lists: [...target.lists],
    })),
    tables: viewTables(pack),
    actions: pack.actions.map((action) => ({ ...action, acceptance: action.acceptance.map((one) => ({ ...one })) })),
    relations: pack.relations.map(({ id, label, inverse }) => ({ id, label, ...(inverse && { inverse }) })),
    case_types: pack.caseTypes.map((type) => ({ ...type, steps: [...type.steps] })),
    controls: pack.controls.map(({ id, title, description, category, severity }) => ({
      id,
      title,
      description,
      category,
      severity,
    })),
    sources: pack.sources.map(({ id, title, kind, uri, list_id }) => ({
      id,
      title,
      kind,
      uri,
      ...(list_id && { list_id }),
    })),
    guidance: pack.guidance.length,
    ui: pack.ui,
    versions: versions.map(({ version, digest, origin, active, created_at }) => ({
      version,
      digest,
      origin,
      active,
      created_at: created_at?.toISOString() ?? null,
    })),
  }
}

const viewTables = ({ tables }: Pack): PackDetail['tables'] =>
  Object.entries(tables).map(([name, { id, version, inputs, rows }]) => ({
    name,
    id,
    version,
    inputs: [...inputs],
    rows: rows.map((row) => ({ ...row })),
  }))
