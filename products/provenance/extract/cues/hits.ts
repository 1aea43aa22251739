// Where the cues of a language stand in a stretch of text, found in one pass and asked many times.
import type { Cue } from './names.ts'

export interface Hit {
  start: number
  end: number
  /** What it means, for cues with a value: the unit of an amount, the name of a place. */
  value: string
}

const NONE: readonly Hit[] = []

/** Positions are those of the text that was scanned. */
export class Hits {
  private readonly lists = new Map<Cue, Hit[]>()

  add(cue: Cue, hit: Hit): void {
    const list = this.lists.get(cue)
    if (!list) this.lists.set(cue, [hit])
    // Phrases of one cue do not overlap: the first and longest counts.
    else if ((list.at(-1) as Hit).end <= hit.start) list.push(hit)
  }

  /** Those that lie wholly between the two positions, in order. */
  all(cue: Cue, from = 0, to = Number.POSITIVE_INFINITY): readonly Hit[] {
    const list = this.lists.get(cue)
    if (!list) return NONE
    if (from <= (list[0] as Hit).start && (list.at(-1) as Hit).end <= to) return list
    return list.filter((hit) => hit.start >= from && hit.end <= to)
  }

  first(cue: Cue, from = 0, to = Number.POSITIVE_INFINITY): Hit | undefined {
    return this.lists.get(cue)?.find((hit) => hit.start >= from && hit.end <= to)
  }

  last(cue: Cue, from = 0, to = Number.POSITIVE_INFINITY): Hit | undefined {
    return this.lists.get(cue)?.findLast((hit) => hit.start >= from && hit.end <= to)
  }

  has(cue: Cue, from = 0, to = Number.POSITIVE_INFINITY): boolean {
    return this.first(cue, from, to) !== undefined
  }

  any(cues: readonly Cue[], from = 0, to = Number.POSITIVE_INFINITY): boolean {
    return cues.some((cue) => this.has(cue, from, to))
  }
}
