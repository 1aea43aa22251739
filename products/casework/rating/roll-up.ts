// The rating of a thing that is built from others: the worst code known, and whether everything is known. Pure.
import type { ActivePack } from '../packs/packs.ts'
import { decide } from '../packs/rules.ts'

const ROLL_UP = 'rollup'

export interface Parts {
  /** Codes of everything that it refers to. */
  codes: readonly string[]
  /** The techniques that it uses. */
  technologies: readonly { code: string }[]
  /** Everything that it refers to is known. */
  isComplete: boolean
}

export interface RolledUp {
  code: string
  worst_known: string | undefined
  status: 'final' | 'provisional'
  rule: { id: string; ruleset: string; version: string }
}

export function rollUp({ pack }: ActivePack, { codes, technologies, isComplete }: Parts): RolledUp {
  const table = pack.tables[ROLL_UP]
  if (!table) throw new Error(`The pack ${pack.ref.id} has no rules/${ROLL_UP}.yaml.`)
  let worst = -1
  let unknown = 0
  const weigh = (code: string) => {
    const place = pack.scheme.codes.indexOf(code)
    if (place > worst) worst = place
    if (place < 0) unknown++
  }
  for (const code of codes) weigh(code)
  for (const { code } of technologies) weigh(code)
  const worstKnown = pack.scheme.codes[worst]
  const { row, then } = decide(table, {
    worst_known: worstKnown,
    'coverage.is_complete': isComplete,
    'references.count': codes.length,
    'references.unknown': unknown,
    'technologies.count': technologies.length,
  })
  return {
    code: String(then.code ?? pack.scheme.unknown),
    worst_known: worstKnown,
    status: then.status === 'final' ? 'final' : 'provisional',
    rule: { id: row, ruleset: table.id, version: table.version },
  }
}
