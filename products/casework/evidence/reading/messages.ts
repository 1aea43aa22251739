// Messages between the server and a thread that parses evidence.
import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import type { Vocabulary } from '../../packs/vocabulary.ts'
import type { SourceFile } from '../source/abaplint/repository.ts'
import type { ExtractedSource, Source } from '../source/extract-source.ts'
import type { LintOrder, LintResult } from '../source/lint.ts'
import type { StatementFacts } from '../source/statements/facts.ts'
import type { Inspection } from './inspect.ts'
import type { Parsed } from './parsed.ts'

export type Message =
  | { ask: 'inspect'; path: string; filename: string; vocabulary: Vocabulary }
  | {
      ask: 'parse'
      path: string
      filename: string
      kind: EvidenceKind
      vocabulary: Vocabulary
      pseudonymKey: string | null
      mapping: Readonly<Record<string, string>> | undefined
    }
  | { ask: 'extract'; source: Source }
  | { ask: 'statements'; source: SourceFile }
  | { ask: 'lint'; order: LintOrder }

export interface Progress {
  done: number
  total: number
}

export type Reply =
  | { progress: Progress }
  | { inspection: Inspection }
  | { parsed: Parsed }
  | { extracted: ExtractedSource }
  | { statements: StatementFacts }
  | { linted: LintResult }
  | { quarantined: string }
  | { unreadable: string }
