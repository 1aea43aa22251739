// A mention of a standard within its clause, with the lookups that rules need.
import type { Clause } from '../clauses/clause.ts'
import type { Scanned } from '../clauses/scanned.ts'
import type { Hit } from '../cues/hits.ts'
import type { Cue } from '../cues/names.ts'
import type { Mention } from '../standards/mentions.ts'

export class MentionContext {
  readonly clause: Clause
  readonly mention: Mention
  readonly view: string
  /** Names of the vendor. */
  readonly own: readonly string[]

  constructor(clause: Clause, mention: Mention, { view, own }: Pick<Scanned, 'view' | 'own'>) {
    this.clause = clause
    this.mention = mention
    this.view = view
    this.own = own
  }

  /** In the clause. */
  has(cue: Cue): boolean {
    return this.clause.hits.has(cue, this.clause.start, this.clause.end)
  }

  all(cue: Cue): readonly Hit[] {
    return this.clause.hits.all(cue, this.clause.start, this.clause.end)
  }

  between(cue: Cue, from: number, to: number): boolean {
    return this.clause.hits.has(cue, from, to)
  }

  /** The last hit before the standard. */
  before(cue: Cue): Hit | undefined {
    return this.clause.hits.last(cue, this.clause.start, this.mention.start + 1)
  }

  /** Whether there is a hit after the standard, within this many characters. */
  after(cue: Cue, reach: number): boolean {
    return this.clause.hits.has(cue, this.mention.end, Math.min(this.clause.end, this.mention.end + reach))
  }

  /** The first hit after the standard, if it starts within this many characters. */
  opensAfter(cue: Cue, reach: number): Hit | undefined {
    const hit = this.clause.hits.first(cue, this.mention.end, this.clause.end)
    return hit && hit.start - this.mention.end <= reach ? hit : undefined
  }

  text(from: number, to: number): string {
    return this.view.slice(from, to)
  }

  get said(): string {
    return this.view.slice(this.clause.start, this.clause.end)
  }

  get isNegated(): boolean {
    return this.clause.negatedAt >= 0
  }
}
