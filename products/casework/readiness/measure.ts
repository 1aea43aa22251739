// Measures how ready an estate is for a target, in one pass over its objects and their uses. Pure.
import { ownValue } from '@veritrace/platform/names'
import type { Estate, EstateObject } from '../estate/estate.ts'
import { shortForm } from '../model/artifacts.ts'
import type { TargetProfile } from '../packs/pack.ts'
import type { ActivePack } from '../packs/packs.ts'
import { openFindings } from '../rating/finding.ts'
import type { Known } from '../rating/known.ts'
import type { RolledUp } from '../rating/roll-up.ts'
import { scaleOf } from './figures.ts'
import type { Pattern } from './patterns.ts'
import { collectPatterns } from './patterns-found.ts'
import { readReferences } from './references.ts'
import { openRolls, type Roll } from './rolls.ts'
import { addObject, emptyTotals, type Totals } from './totals.ts'
import { byObject } from './use-order.ts'

export interface MeasureOptions {
  /** Indexes of the objects to count. Default: all. */
  objects?: readonly number[]
  /** Short forms of objects and references with an exemption in force. */
  exempt?: ReadonlySet<string>
}

export interface Measured {
  /** The codes of the scheme, best first, followed by its code for unknown. Codes below are indexes into it. */
  scale: readonly string[]
  /** By index of the object, like all arrays below. */
  counted: Uint8Array
  code: Uint8Array
  /** The worst known code; -1 if none is known. */
  worst: Int8Array
  final: Uint8Array
  /** Index in `rules` of the rule that decided. */
  rule: Uint16Array
  rules: readonly RolledUp['rule'][]
  acceptable: Uint8Array
  /** Acceptable, or possibly acceptable because evidence is missing. */
  possible: Uint8Array
  /** 1 if the object reaches the target once all patterns that block it are fixed. */
  fixable: Uint8Array
  /** The patterns that block object `i`: indexes into `patterns`, from `pattern[start[i]]` up to `pattern[start[i + 1]]`. */
  blocking: { start: Int32Array; pattern: Int32Array }
  /** Highest risk first. */
  patterns: readonly Pattern[]
  totals: Totals
}

export function measure(
  estate: Estate,
  known: ReadonlyMap<string, Known>,
  active: ActivePack,
  target: TargetProfile,
  { objects, exempt = new Set() }: MeasureOptions = {},
): Measured {
  const size = estate.objects.length
  const scale = scaleOf(active.pack)
  const references = readReferences(estate, known, scale, target, exempt)
  const rolls = openRolls(active, scale)
  const isFine = scale.map((code) => target.acceptable.includes(code))
  const values = scale.map((code) => ownValue(active.pack.scoring.values, code) ?? 0)
  const mayBeExempt = scale.map((code) => target.with_exemption.includes(code))
  const measured = {
    scale,
    counted: new Uint8Array(size),
    code: new Uint8Array(size).fill(scale.length - 1),
    worst: new Int8Array(size).fill(-1),
    final: new Uint8Array(size),
    rule: new Uint16Array(size),
    rules: rolls.rules,
    acceptable: new Uint8Array(size),
    possible: new Uint8Array(size),
    fixable: new Uint8Array(size),
  }
  const totals = emptyTotals(scale.length)
  const found = collectPatterns(estate, references, scale, openFindings(active))
  const rows = byObject(estate.uses.from, size)
  const isPartial = atcIsPartial(estate)

  const passes = (roll: Roll, object: EstateObject, blockers: number): boolean =>
    isFine[roll.code]! ||
    (mayBeExempt[roll.code]! &&
      ((blockers === 0 && object.technologies.length === 0) || (exempt.size > 0 && exempt.has(shortForm(object)))))

  for (const at of objects ?? estate.objects.keys()) {
    const object = estate.objects[at]!
    const { codes, passable, blockers } = found.read(at, rows)
    const isComplete = isFullyKnown(object, isPartial)
    const roll = rolls.of(codes, object.technologies, isComplete)
    const isAcceptable = passes(roll, object, blockers)
    measured.counted[at] = 1
    measured.code[at] = roll.code
    measured.worst[at] = roll.worst
    measured.final[at] = roll.isFinal ? 1 : 0
    measured.rule[at] = roll.rule
    measured.acceptable[at] = isAcceptable ? 1 : 0
    const fixed = blockers === 0 ? roll : rolls.of(passable, object.technologies, isComplete)
    measured.fixable[at] = passes(fixed, object, 0) ? 1 : 0
    const couldPass = isAcceptable || (!roll.isFinal && (roll.worst < 0 || isFine[roll.worst]!))
    measured.possible[at] = couldPass ? 1 : 0
    addObject(totals, object, roll, { isAcceptable, couldPass, value: values[roll.code]! })
  }
  const { patterns, blocking } = found.finish(known, measured.fixable)
  return { ...measured, blocking, patterns, totals: { ...totals, usesByCode: found.usesByCode } }
}

/** A check covered some objects, and does not claim to cover all. */
export const atcIsPartial = (estate: Estate): boolean =>
  !estate.atc_object_set_complete && estate.objects.some(({ has_atc }) => has_atc)

/** True if the evidence leaves no room for missed references. */
export const isFullyKnown = (object: EstateObject, atcIsPartial: boolean): boolean =>
  object.has_dependencies && object.parsed_ratio >= 1 && object.dynamic_calls === 0 && (object.has_atc || !atcIsPartial)
