// What is said between the server and a thread that reads evidence.
import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import type { ExtractedSource, Source } from '../source/extract-source.ts'
import type { Inspection } from './inspect.ts'
import type { Parsed } from './parsed.ts'
import type { Vocabulary } from './vocabulary.ts'

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

export interface Progress {
  done: number
  total: number
}

export type Reply =
  | { progress: Progress }
  | { inspection: Inspection }
  | { parsed: Parsed }
  | { extracted: ExtractedSource }
  | { quarantined: string }
  | { unreadable: string }
