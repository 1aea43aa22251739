// One reading: what a parser is given.
import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import type { Chunks } from './text.ts'
import type { Words } from './words.ts'

export interface ReadingJob {
  path: string
  filename: string
  kind: EvidenceKind
  words: Words
  mapping: Readonly<Record<string, string>> | undefined
  /** How many steps of how many; told as often as there is anything to tell. */
  progress(done: number, total: number): void
  /** The file from its beginning. */
  chunks(): Chunks
}
