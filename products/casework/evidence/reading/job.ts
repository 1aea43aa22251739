// The input of a parser.
import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import type { Chunks } from './text.ts'
import type { Words } from './words.ts'

export interface ReadingJob {
  path: string
  filename: string
  kind: EvidenceKind
  words: Words
  mapping: Readonly<Record<string, string>> | undefined
  /** Reports how many of all steps are done. Parsers may call it as often as they like. */
  progress(done: number, total: number): void
  /** The file from its start. */
  chunks(): Chunks
}
