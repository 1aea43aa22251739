// What the studio needs in addition to the dependencies of all casework modules.
import type { Caller } from '@veritrace/platform/caller'
import type { Casework } from '../deps.ts'
import type { SourceReaders } from '../evidence/reading/readers.ts'

export interface Studio extends Casework {
  sources: SourceReaders
  isAdmin(caller: Caller): Promise<boolean>
}
