// Locations of the labeled documents, which are not part of this repository.
import { join } from 'node:path'

const DATA = join(import.meta.dirname, '../../../../../shared/data')

export const TRAPS = join(DATA, 'certification-traps.jsonl')
export const LABELLED: readonly { gold: string; root: string }[] = ['vendor-docs', 'vendor-docs-2'].map((name) => ({
  gold: join(DATA, name, 'gold.json'),
  root: join(DATA, name),
}))
