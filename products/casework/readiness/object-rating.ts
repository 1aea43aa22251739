// The rating of one object of an estate, as a type of the contract. Pure.

import type { Rating } from '@veritrace/contract/casework/shapes'
import { ownValue } from '@veritrace/platform/names'
import type { Estate } from '../estate/estate.ts'
import { OUTSIDE } from '../model/artifacts.ts'
import type { ActivePack } from '../packs/packs.ts'
import { atcIsPartial, isFullyKnown, type Measured } from './measure.ts'

const MAX_REASONS = 5

export function objectRating(
  { pack }: ActivePack,
  { estate, measured }: { estate: Estate; measured: Measured },
  at: number,
): Rating {
  const { scale, patterns, blocking } = measured
  const code = scale[measured.code[at]!]!
  const worst = measured.worst[at]! < 0 ? undefined : scale[measured.worst[at]!]
  const blockers = [...blocking.pattern.subarray(blocking.start[at]!, blocking.start[at + 1]!)]
  return {
    scheme: pack.scheme.id,
    code,
    label: ownValue(pack.scheme.labels, code) ?? code,
    status: measured.final[at] === 1 ? 'final' : 'provisional',
    ...(worst !== undefined && { worst_known: worst }),
    flags: isFullyKnown(estate.objects[at]!, atcIsPartial(estate)) ? [] : ['low_coverage'],
    rule: measured.rules[measured.rule[at]!]!,
    reasons: blockers.slice(0, MAX_REASONS).map((place) => {
      const { reference, known, code } = patterns[place]!
      const what = known?.artifact.kind === OUTSIDE ? 'custom, not in the upload' : code
      return { text: `It uses ${reference.type} ${reference.name}, which is ${what}.` }
    }),
    conflicts: [],
  }
}
