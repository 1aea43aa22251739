// Chooses the action for a reference, a pattern of references or a technique, by the pack's rules. Pure.
import type { Action, TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { decide, type Inputs } from '../packs/rules.ts'
import { inputsOf, optionInputs } from './inputs.ts'
import type { Known } from './known.ts'

const ACTION = 'action'

/** The inputs of the choice; unknown ones are left out. */
export interface ActionGiven {
  known?: Pick<Known, 'named' | 'facts' | 'rating' | 'acceptable' | 'successors'> | undefined
  /** The type of the reference if no list knows it. */
  reference?: { type: string }
  /** How the code uses it: read, write, call, type, … */
  access?: string
  usage?: { verdict: string; confidence: string }
  /** The level that the code using it must reach. */
  codeRequired?: string
  /** A technique of the object itself, with its code. */
  technology?: { kind: string; code: string }
}

export interface Chosen {
  action: Action
  rule: { id: string; ruleset: string; version: string }
  why: string
  /** Other suitable actions, the best first. */
  alternatives: readonly Action[]
  needs_decision?: { question: string; options: string[] }
}

export function chooseAction(active: ActivePack, target: TargetProfile, given: ActionGiven): Chosen {
  const { pack } = active
  const table = pack.tables[ACTION]
  if (!table) throw new Error(`The pack ${pack.ref.id} has no rules/${ACTION}.yaml.`)
  const { row, then } = decide(table, actionInputs(active, target, given))
  const byId = (id: string): Action | undefined => pack.actions.find((action) => action.id === id)
  const action = byId(String(then.action))
  if (!action)
    throw new Error(`Rule ${row} of ${table.id} chooses ${String(then.action)}, which is not an action of the pack.`)
  const alternatives = String(then.alternatives ?? '')
    .split(',')
    .flatMap((id) => byId(id.trim()) ?? [])
  return {
    action,
    rule: { id: row, ruleset: table.id, version: table.version },
    why: String(then.why ?? ''),
    alternatives,
    ...(then.needs_decision === true && {
      needs_decision: { question: String(then.question ?? ''), options: optionsFor(given, action, alternatives) },
    }),
  }
}

/** The options of the decision: the successors, or else the action; then the other actions. */
const optionsFor = ({ known }: ActionGiven, action: Action, alternatives: readonly Action[]): string[] => {
  const last = (known?.successors ?? []).filter(({ terminal }) => terminal)
  const names = last.map(({ artifact, concept }) => concept ?? artifact.label)
  return [...(names.length > 0 ? names : [action.title]), ...alternatives.map(({ title }) => title)]
}

/** Also shown in traces. */
export function actionInputs(active: ActivePack, target: TargetProfile, given: ActionGiven): Inputs {
  const { known, reference, access, usage, codeRequired, technology } = given
  const last = (known?.successors ?? []).filter(({ terminal, relation }) => terminal && relation !== 'concept')
  const rated = known ? { ...inputsOf(active, target, { ...known, coversType: true }) } : optionInputs(active, target)
  return {
    ...rated,
    code: technology?.code ?? known?.rating.code,
    acceptable: technology ? target.acceptable.includes(technology.code) : known?.acceptable,
    access,
    'reference.type': reference?.type ?? known?.named.type,
    'usage.verdict': usage?.verdict,
    'usage.confidence': usage?.confidence,
    'consumer.code_required': codeRequired,
    'successors.count': last.length,
    'successors.released': last.filter(({ acceptable, available }) => acceptable && available).length,
    'successors.kinds': [...new Set(last.map(({ named }) => named.type))].sort(),
    'successors.concept': known?.successors.find(({ relation }) => relation === 'concept')?.concept,
    'technology.kind': technology?.kind,
    'target.profile': target.profile_id,
    'target.edition': target.profile_id.split(':')[0],
    in_target_list: known ? known.facts.length > 0 : undefined,
  }
}
