// Maps facts to the named inputs of a pack's rules. Pure, and the same for every domain.
import type { Named } from '../model/artifacts.ts'
import type { TargetProfile } from '../packs/pack.ts'
import { type ActivePack, optionsFor } from '../packs/packs.ts'
import type { Inputs } from '../packs/rules.ts'
import { namespaceOf } from './identity.ts'
import type { Known } from './known.ts'

export type ListedFact = Known['facts'][number]
/** The part of a fact that rules can read. */
export type ListStatement = Pick<ListedFact, 'role' | 'list_id' | 'state' | 'successor_kind' | 'labels' | 'attributes'>

export interface Overlay {
  level: string
  /** Someone else approved it. */
  reviewed: boolean
}

export interface Incomplete {
  list: string
  completeness: 'sample' | 'partial'
}

/** The inputs of a rating. */
export interface Given {
  named: Named
  /** In the order in which the target reads the lists. */
  facts: readonly ListStatement[]
  /** True if absence from all lists is meaningful: they are complete, and cover things of its type. */
  coversType: boolean
  overlay?: Overlay | undefined
  /** Lists that the target reads but that are not loaded. */
  missing?: readonly string[]
  /** Lists that the target reads and that may be incomplete. */
  incomplete?: readonly Incomplete[]
}

/** `<role>.state`, `<role>.labels`, `<role>.<attribute>`; the first list of a role decides, labels are combined. */
export function inputsOf(active: ActivePack, target: TargetProfile, given: Given): Inputs {
  const inputs: Record<string, unknown> = {
    'subject.type': given.named.type,
    'subject.name': given.named.name,
    'subject.namespace': namespaceOf(active.pack, given.named.name),
    'catalog.covers_type': given.coversType,
    'overlay.level': given.overlay?.level,
    ...optionInputs(active, target),
  }
  const markers: string[] = []
  for (const fact of given.facts) {
    const { role, state, labels, attributes } = fact
    markers.push(state, ...labels)
    inputs[`${role}.labels`] = [...((inputs[`${role}.labels`] as string[] | undefined) ?? []), ...labels]
    if (inputs[`${role}.state`] !== undefined) continue
    inputs[`${role}.state`] = state
    inputs[`${role}.successor_kind`] = fact.successor_kind
    for (const [name, value] of Object.entries(attributes ?? {})) inputs[`${role}.${name}`] = value
  }
  inputs.any_marker = markers
  return inputs
}

/** Settings of the workspace, with the target's overrides. */
export function optionInputs(active: ActivePack, target: TargetProfile): Inputs {
  const known = cache.get(active) ?? new Map<TargetProfile, Inputs>()
  cache.set(active, known)
  const inputs =
    known.get(target) ??
    Object.fromEntries(Object.entries(optionsFor(active, target)).map(([name, value]) => [`options.${name}`, value]))
  known.set(target, inputs)
  return inputs
}
const cache = new WeakMap<ActivePack, Map<TargetProfile, Inputs>>()
