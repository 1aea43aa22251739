// The positions of all cues in a text, found in one pass and queried many times.
import { CUES, type Cue } from './names.ts'

export interface Hit {
  start: number
  end: number
  /** The value of the cue, if it has one: the unit of an amount, the name of a place. */
  value: string
}

const PLACES = Object.fromEntries(CUES.map((cue, place) => [cue, place])) as Readonly<Record<Cue, number>>
const NONE: readonly Hit[] = []

/** Offsets refer to the text that was scanned. */
export class Hits {
  private readonly lists: (Hit[] | undefined)[] = []

  get isEmpty(): boolean {
    return this.lists.length === 0
  }

  add(cue: Cue, hit: Hit): void {
    const at = PLACES[cue]
    const list = this.lists[at]
    if (!list) this.lists[at] = [hit]
    // Hits of one cue do not overlap: the first and longest counts.
    else if ((list.at(-1) as Hit).end <= hit.start) list.push(hit)
  }

  /** The hits entirely between the two offsets, in order. */
  all(cue: Cue, from = 0, to = Number.POSITIVE_INFINITY): readonly Hit[] {
    const list = this.lists[PLACES[cue]]
    if (!list) return NONE
    const first = firstFrom(list, from)
    let last = first
    while (last < list.length && (list[last] as Hit).end <= to) last++
    if (first === last) return NONE
    return first === 0 && last === list.length ? list : list.slice(first, last)
  }

  first(cue: Cue, from = 0, to = Number.POSITIVE_INFINITY): Hit | undefined {
    const list = this.lists[PLACES[cue]]
    const hit = list?.[firstFrom(list, from)]
    return hit && hit.end <= to ? hit : undefined
  }

  last(cue: Cue, from = 0, to = Number.POSITIVE_INFINITY): Hit | undefined {
    return this.all(cue, from, to).at(-1)
  }

  has(cue: Cue, from = 0, to = Number.POSITIVE_INFINITY): boolean {
    return this.first(cue, from, to) !== undefined
  }

  any(cues: readonly Cue[], from = 0, to = Number.POSITIVE_INFINITY): boolean {
    return cues.some((cue) => this.has(cue, from, to))
  }
}

/** Binary search: hits of one cue do not overlap, so starts and ends are sorted, and a long text has many. */
export function firstFrom(list: readonly { start: number }[], from: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] as { start: number }).start < from) low = middle + 1
    else high = middle
  }
  return low
}
