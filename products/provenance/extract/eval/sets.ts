// The labelled documents are not ours, so they lie beside the project, if at all.
import { join } from 'node:path'

const DATA = join(import.meta.dirname, '../../../../../shared/data')

export const TRAPS = join(DATA, 'certification-traps.jsonl')
export const LABELLED: readonly { gold: string; root: string }[] = ['vendor-docs', 'vendor-docs-2'].map((name) => ({
  gold: join(DATA, name, 'gold.json'),
  root: join(DATA, name),
}))
