// The ratings of the objects after fixes are done. Pure.
import { shortForm } from '../../model/artifacts.ts'
import { atcIsPartial, isFullyKnown, type Measured } from '../../readiness/measure.ts'
import { ACCESS_CLASSES } from '../../readiness/patterns.ts'
import { readReferences } from '../../readiness/references.ts'
import { openRolls } from '../../readiness/rolls.ts'
import { classesOf } from '../../readiness/use-classes.ts'
import { byObject } from '../../readiness/use-order.ts'
import { type Fix, technologyKey } from './fixes.ts'
import type { PlanInput } from './input.ts'

export interface Reached {
  /** By position in the estate's objects: index in the scale, and whether the target accepts it. */
  code: Uint8Array
  acceptable: Uint8Array
  /** 1 for retired objects. */
  gone: Uint8Array
}

/** Applies all fixes that reach the target. */
export function reachedBy(input: PlanInput, measured: Measured, fixes: readonly Fix[]): Reached {
  const { estate, active, target } = input
  const { scale } = measured
  const size = estate.objects.length
  const rolls = openRolls(active, scale)
  const fixed = fixedBy(fixes.filter(({ reachesTarget }) => reachesTarget))
  const codeAfter = codesAfter(input, measured, fixed)
  const rows = byObject(estate.uses.from, size)
  const isPartial = atcIsPartial(estate)
  const reached = { code: measured.code.slice(), acceptable: measured.acceptable.slice(), gone: new Uint8Array(size) }
  for (const fix of fixes) if (fix.about.kind === 'unused') for (const at of fix.objects) reached.gone[at] = 1

  for (const at of input.objects) {
    if (reached.gone[at] === 1 || measured.acceptable[at] === 1) continue
    const object = estate.objects[at]!
    let codes = 0
    let blocked = 0
    for (let row = rows.start[at]!; row < rows.start[at + 1]!; row++) {
      const after = codeAfter(at, rows.order ? rows.order[row]! : row)
      codes |= 1 << after.code
      if (after.blocks) blocked++
    }
    const left = object.technologies.filter(({ kind, code }) => !fixed.has(`${at} ${technologyKey(kind, code)}`))
    const roll = rolls.of(codes, left, isFullyKnown(object, isPartial))
    const code = scale[roll.code]!
    const isExempt = target.with_exemption.includes(code) && blocked === 0 && left.length === 0
    reached.code[at] = roll.code
    reached.acceptable[at] = target.acceptable.includes(code) || isExempt ? 1 : 0
  }
  return reached
}

/** The fix for each issue of each object, keyed by object and fix key. */
function fixedBy(fixes: readonly Fix[]): Map<string, Fix> {
  const fixed = new Map<string, Fix>()
  for (const fix of fixes) for (const at of fix.objects) fixed.set(`${at} ${fix.key}`, fix)
  return fixed
}

/** Returns a lookup of the code that a use has after the fixes, and whether it still blocks. */
function codesAfter(input: PlanInput, measured: Measured, fixed: ReadonlyMap<string, Fix>) {
  const { estate, known, target, exempt } = input
  const { scale, patterns } = measured
  const references = readReferences(estate, known, scale, target, exempt ?? new Set())
  const places = new Map(estate.references.map((reference, place) => [shortForm(reference), place]))
  const classes = ACCESS_CLASSES.length
  const classOf = classesOf(estate)
  const keyOf = new Map(
    patterns.map(({ reference, access, key }) => [
      places.get(shortForm(reference))! * classes + ACCESS_CLASSES.indexOf(access),
      key,
    ]),
  )
  return (object: number, use: number): { code: number; blocks: boolean } => {
    const reference = estate.uses.to[use]!
    const code = references.code[reference]!
    if (references.passes[reference] === 1) return { code, blocks: false }
    const key = keyOf.get(reference * classes + classOf[use]!)
    const fix = fixed.get(`${object} ${key}`)
    if (!fix) return { code, blocks: true }
    const result = scale.indexOf(fix.chosen.action.resulting_code)
    return { code: result < 0 ? scale.length - 1 : result, blocks: false }
  }
}
