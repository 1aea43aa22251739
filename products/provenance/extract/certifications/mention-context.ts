// What rules ask about the place of a standard in its clause.
import type { Clause } from '../clauses/clause.ts'
import type { Scanned } from '../clauses/scanned.ts'
import type { Hit } from '../cues/hits.ts'
import type { Cue } from '../cues/names.ts'
import type { Mention } from '../standards/mentions.ts'

export class Asking {
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

  /** Before the standard, the last of them. */
  before(cue: Cue): Hit | undefined {
    return this.clause.hits.last(cue, this.clause.start, this.mention.start + 1)
  }

  /** Behind the standard, within so many characters. */
  after(cue: Cue, reach: number): boolean {
    return this.clause.hits.has(cue, this.mention.end, Math.min(this.clause.end, this.mention.end + reach))
  }

  /** Behind the standard, beginning within so many characters. */
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
