// Collects the patterns of an estate while its objects are read.
import type { Estate } from '../estate/estate.ts'
import { shortForm } from '../model/artifacts.ts'
import type { openFindings } from '../rating/finding.ts'
import type { Known } from '../rating/known.ts'
import { ACCESS_CLASSES, ACCESS_OF_CLASS, byRisk, type Pattern, patternKey } from './patterns.ts'
import type { References } from './references.ts'
import { classesOf } from './use-classes.ts'
import type { Rows } from './use-order.ts'

/** For one object: a bit set of its references' codes, the same for passing references, and its number of blockers. */
interface Read {
  codes: number
  passable: number
  blockers: number
}

export interface Found {
  read(object: number, rows: Rows): Read
  /** Number of uses read so far, by code of the reference. */
  usesByCode: number[]
  finish(
    known: ReadonlyMap<string, Known>,
    fixable: Uint8Array,
  ): { patterns: Pattern[]; blocking: { start: Int32Array; pattern: Int32Array } }
}

export function collectPatterns(
  estate: Estate,
  references: References,
  scale: readonly string[],
  findingOf: ReturnType<typeof openFindings>,
): Found {
  const { to, sites } = estate.uses
  const classOf = classesOf(estate)
  const classes = ACCESS_CLASSES.length
  const size = estate.objects.length
  /** Number of the pattern, by reference and class. */
  const numberOf = new Int32Array(estate.references.length * classes).fill(-1)
  /** By number of the pattern: reference and class, places in the source, and the last object that added to it. */
  const slots: number[] = []
  const sitesOf = new Int32Array(numberOf.length)
  const readLast = new Int32Array(numberOf.length).fill(-1)
  /** Numbers of the blocking patterns, object by object; those of an object start at `first`. */
  const blocks = new Int32Array(to.length)
  let blocked = 0
  const first = new Int32Array(size)
  const count = new Int32Array(size)
  const usesByCode = new Array<number>(scale.length).fill(0)

  const numbered = (slot: number): number => {
    if (numberOf[slot]! < 0) numberOf[slot] = slots.push(slot) - 1
    return numberOf[slot]!
  }

  return {
    usesByCode,
    read: (object, { start, order }) => {
      let codes = 0
      let passable = 0
      first[object] = blocked
      for (let row = start[object]!; row < start[object + 1]!; row++) {
        const use = order ? order[row]! : row
        const reference = to[use]!
        const bit = 1 << references.code[reference]!
        codes |= bit
        usesByCode[references.code[reference]!]!++
        if (references.passes[reference] === 1) {
          passable |= bit
          continue
        }
        const pattern = numbered(reference * classes + classOf[use]!)
        sitesOf[pattern]! += sites[use]!
        if (readLast[pattern] === object) continue
        readLast[pattern] = object
        blocks[blocked++] = pattern
      }
      count[object] = blocked - first[object]!
      return { codes, passable, blockers: count[object]! }
    },

    finish: (known, fixable) => {
      const members = membersOf()
      const lift = new Int32Array(slots.length)
      for (let object = 0; object < size; object++)
        if (count[object] === 1 && fixable[object] === 1) lift[blocks[first[object]!]!]!++
      const all = slots.map((slot, number): Pattern & { number: number } => {
        const place = Math.floor(slot / classes)
        const reference = estate.references[place]!
        const about = known.get(shortForm(reference))
        const way = ACCESS_CLASSES[slot % classes]!
        return {
          number,
          key: patternKey(reference, way, about),
          reference,
          known: about,
          access: way,
          finding: findingOf({ reference, known: about, access: ACCESS_OF_CLASS[way] }),
          code: scale[references.code[place]!]!,
          objects: members[number]!,
          lift: lift[number]!,
          sites: sitesOf[number]!,
        }
      })
      all.sort((a, b) => byRisk({ ...a, objects: a.objects.length }, { ...b, objects: b.objects.length }))
      const placeOf = new Int32Array(all.length)
      for (const [place, { number }] of all.entries()) placeOf[number] = place
      return { patterns: all.map(({ number: _, ...pattern }) => pattern), blocking: blockingOf(placeOf) }
    },
  }

  /** The objects of each pattern, in order. */
  function membersOf(): number[][] {
    const sizes = new Int32Array(slots.length)
    for (let at = 0; at < blocked; at++) sizes[blocks[at]!]!++
    const members = Array.from(sizes, (length) => new Array<number>(length).fill(0))
    const filled = new Int32Array(slots.length)
    for (let object = 0; object < size; object++)
      for (let at = first[object]!; at < first[object]! + count[object]!; at++)
        members[blocks[at]!]![filled[blocks[at]!]!++] = object
    return members
  }

  function blockingOf(placeOf: Int32Array) {
    const start = new Int32Array(size + 1)
    const pattern = new Int32Array(blocked)
    for (let object = 0, next = 0; object < size; object++) {
      start[object] = next
      for (let at = 0; at < count[object]!; at++) pattern[next++] = placeOf[blocks[first[object]! + at]!]!
      start[object + 1] = next
    }
    return { start, pattern }
  }
}
