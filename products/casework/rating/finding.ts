// The kind of a finding: its rank, its title, and whether a script could fix it. Pure.
import type { ActivePack } from '../packs/packs.ts'
import { type DecisionTable, decide } from '../packs/rules.ts'
import { namespaceOf } from './identity.ts'
import type { Known } from './known.ts'

export interface FindingKind {
  id: string
  /** 1 is shown first. */
  rank: number
  title: string
  /** One decision covers many places, and none of them needs thought. */
  isMechanical: boolean
}

export interface FindingGiven {
  reference?: { type: string; name: string }
  known?: Pick<Known, 'rating' | 'successors'> | undefined
  access?: string
  technology?: { kind: string; code: string }
}

/** Default of packs without such a table: changes before reads, and types last. */
const BY_ACCESS: DecisionTable = {
  id: 'core/finding',
  version: '1',
  inputs: ['access', 'technology.kind'],
  rows: (
    [
      ['technique', { 'technology.kind': 'exists' }, { rank: 2, title: 'Techniques' }],
      ['write', { access: 'write' }, { rank: 1, title: 'Writes' }],
      ['dynamic', { access: 'dynamic' }, { rank: 3, title: 'Dynamic calls' }],
      ['call', { access: 'in [call, inherit, implement]' }, { rank: 4, title: 'Calls' }],
      ['type', { access: 'type' }, { rank: 6, title: 'Types', mechanical: true }],
      ['read', {}, { rank: 5, title: 'Reads' }],
    ] as const
  ).map(([id, when, then]) => ({ id, when, then })),
}

/** Cached: thousands of patterns have only a few combinations of inputs. */
export function openFindings({ pack }: ActivePack): (given: FindingGiven) => FindingKind {
  const table = pack.tables.finding ?? BY_ACCESS
  const found = new Map<string, FindingKind>()
  return ({ reference, known, access, technology }) => {
    const last = known?.successors.filter(({ terminal, relation }) => terminal && relation !== 'concept') ?? []
    const inputs = {
      access,
      'reference.type': reference?.type,
      'subject.namespace': reference && namespaceOf(pack, reference.name),
      'technology.kind': technology?.kind,
      code: technology?.code ?? known?.rating.code ?? pack.scheme.unknown,
      'successors.count': last.length,
    }
    const key = JSON.stringify(inputs)
    const kind = found.get(key) ?? kindOf(table, inputs)
    found.set(key, kind)
    return kind
  }
}

function kindOf(table: DecisionTable, inputs: Parameters<typeof decide>[1]): FindingKind {
  const { row, then } = decide(table, inputs)
  return {
    id: String(then.finding ?? row),
    rank: Number(then.rank ?? 0),
    title: String(then.title ?? row),
    isMechanical: then.mechanical === true,
  }
}
