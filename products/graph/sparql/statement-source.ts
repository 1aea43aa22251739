// The engine's access to the database: all statements of a workspace, then every change.
import type { Db } from '@veritrace/platform/db/db'
import type { Change, ProjectionSource } from '../engine/engine.ts'
import { currentSeq } from '../statements/change-store.ts'
import { readAllChanges, streamAllLines } from '../statements/follow-statements.ts'
import { findChangeMoment } from '../statements/mark-store.ts'
import { siblingLiterals } from '../statements/sibling-literals.ts'
import type { Tables } from '../tables.ts'

/** A change that cannot follow any other: the engine detects a gap and reloads. */
const GAP: Change = { seq: -1, added: [], removed: [] }

/** Limits memory. Reloading in small parts takes about as long as applying more changes. */
const MOST_LINES = 500_000

export function statementSource(db: Db<Tables>, mostLines = MOST_LINES): ProjectionSource {
  return {
    async load(key) {
      const [tenant, workspace] = namesIn(key)
      const seq = await currentSeq(db, tenant, workspace)
      return { seq, chunks: texts(streamAllLines(db, tenant, workspace)) }
    },
    async changes(key, after) {
      const [tenant, workspace] = namesIn(key)
      const all: Change[] = []
      let lines = 0
      for (;;) {
        const some = await readAllChanges(db, tenant, workspace, all.at(-1)?.seq ?? after)
        if (!some) return [GAP]
        if (some.length === 0) return all
        all.push(...some)
        for (const { added, removed } of some) lines += added.length + removed.length
        if (lines > mostLines) return [GAP]
      }
    },
    mark: (key, seq) => findChangeMoment(db, ...namesIn(key), seq),
    siblingLiterals: (key, lines) => siblingLiterals(db, ...namesIn(key), lines),
  }
}

const namesIn = (key: string): [string, string] => key.split(' ') as [string, string]

async function* texts(chunks: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const lines of chunks) yield `${lines.join('\n')}\n`
}
