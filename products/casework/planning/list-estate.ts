// Converts a list of names into an estate, in which each object uses itself, so that the same engine can plan it. Pure.
import { ACCESSES, type Estate, type EstateObject } from '../estate/estate.ts'
import type { Named } from '../model/artifacts.ts'

export function listEstate(names: readonly Named[]): Estate {
  const places = Int32Array.from(names, (_, at) => at)
  return {
    project_id: '',
    revision: 0,
    system: '',
    former_systems: [],
    evidence_ids: [],
    objects: names.map(({ type, name }) => ({ ...PLAIN, type, name })),
    references: names,
    uses: {
      from: places,
      to: places,
      access: new Uint8Array(names.length).fill(ACCESSES.indexOf('use')),
      sites: new Int32Array(names.length).fill(1),
      basis: new Uint8Array(names.length),
    },
    calls: { from: new Int32Array(), to: new Int32Array() },
    usage_window_days: 0,
    atc_object_set_complete: false,
  }
}

const PLAIN: Omit<EstateObject, 'type' | 'name'> = {
  package: '',
  owner: '',
  component: '',
  lines: 0,
  parsed_ratio: 1,
  dynamic_calls: 0,
  has_dependencies: true,
  has_atc: false,
  executions: null,
  last_used: null,
  findings: [0, 0, 0, 0],
  technologies: [],
}
