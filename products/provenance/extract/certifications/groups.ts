// Mentions that share one predicate: "HIPAA, SOC 2 and ISO 27001 compliant" is one group with one word behind it.
import { clausesOf, type Range } from '../language/sentences.ts'
import { type Mention, mentionsOf } from './mentions.ts'

export interface Group {
  mentions: readonly Mention[]
  /** The clause the group stands in, and the ones before it, for a subject said earlier. */
  clause: string
  earlier: string
  before: string
  /** Up to the next group, so that its predicate is not taken for ours. */
  after: string
  /** To the end of the sentence. */
  rest: string
  sentence: string
}

const CONNECTOR =
  /^[\s,/&+()|"·•-]*(?:(?:and|or|as well as|plus|both|the|an?|our|eu|uk|also|including|us|u\.s\.|to the)\b[\s,/&+()"-]*){0,3}$/

/** `sentence` is matchable text. */
export function groupsOf(sentence: string): Group[] {
  const mentions = mentionsOf(sentence)
  if (mentions.length === 0) return []
  const clauses = clausesOf(sentence)
  const groups: Group[] = []
  for (const clause of clauses) {
    const inside = mentions.filter((mention) => mention.start >= clause.start && mention.start < clause.end)
    const runs = runsOf(sentence, inside)
    runs.forEach((run, index) => {
      groups.push(groupOf(sentence, clause, run, runs[index + 1]?.[0]))
    })
  }
  return groups
}

function runsOf(sentence: string, mentions: readonly Mention[]): Mention[][] {
  const runs: Mention[][] = []
  for (const mention of mentions) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const joined = last && (mention.start <= last.end || CONNECTOR.test(sentence.slice(last.end, mention.start)))
    if (joined && (last.kind === 'contract') === (mention.kind === 'contract')) run?.push(mention)
    else runs.push([mention])
  }
  return runs
}

function groupOf(sentence: string, clause: Range, run: readonly Mention[], next: Mention | undefined): Group {
  const start = run[0]?.start ?? clause.start
  const end = Math.max(...run.map((mention) => mention.end))
  const levelEnd =
    end +
    (/^[\s,:(-]*(?:level\s*\d|moderate|high|low|plus|al\s*\d|type\s*(?:ii?|\d))\b\)?/.exec(sentence.slice(end))?.[0]
      .length ?? 0)
  return {
    mentions: run,
    clause: sentence.slice(clause.start, clause.end),
    earlier: sentence.slice(0, clause.start),
    before: sentence.slice(clause.start, start),
    after: sentence.slice(levelEnd, Math.max(levelEnd, Math.min(clause.end, next?.start ?? clause.end))),
    rest: sentence.slice(levelEnd),
    sentence,
  }
}
