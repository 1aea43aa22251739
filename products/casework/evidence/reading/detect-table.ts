// Detects the kind of an exported table from the names of its columns.
import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import type { Vocabulary } from '../../packs/vocabulary.ts'
import type { Guess, Inspection } from './inspect.ts'
import { PACKS } from './kinds/packs.ts'
import { headerOf, mapColumns } from './table.ts'
import { plain } from './words.ts'

/** If two kinds fit equally well, the first one wins. */
const TABLES = ['findings_csv', 'dependency_csv', 'modification_csv', 'object_list_csv'] as const

export function detectTable(text: string, separator: string, vocabulary: Vocabulary): Inspection {
  const header = headerOf(text, separator)
  const media_type = separator === '\t' ? 'text/tab-separated-values' : 'text/csv'
  if (isCloudification(header)) return { kind: 'cloudification_csv', confidence: 0.98, alternatives: [], media_type }
  const pack = packOf(header)
  if (pack) return { kind: pack, confidence: 0.97, alternatives: [], media_type }
  const guesses = TABLES.map((table) => guess(header, table, vocabulary)).sort((a, b) => b.confidence - a.confidence)
  const [best, ...others] = guesses
  return { ...best!, alternatives: others.filter(({ confidence }) => confidence > 0.1), media_type }
}

/** One format has its columns twice, for the object and for its successor. The other starts with the tier. */
function isCloudification(header: readonly string[]): boolean {
  const names = header.map(plain)
  return names[0] === 'apityp' || (names[0] === 'tadirobject' && names[1] === 'tadirobjname' && names.includes('state'))
}

/** Pack columns have the exact names of the format. Other tables may share single names. */
function packOf(header: readonly string[]): keyof typeof PACKS | undefined {
  const names = new Set(header.map(plain))
  const isPack = (kind: keyof typeof PACKS) => PACKS[kind].words.required.every((name) => names.has(plain(name)))
  return (['signature_pack', 'field_mapping_pack'] as const).find(isPack)
}

function guess(header: readonly string[], table: (typeof TABLES)[number], { tables }: Vocabulary): Guess {
  const words = tables[table]
  const { mapping, needed } = mapColumns(header, words)
  const meant = new Set(Object.values(mapping).map(plain)).size
  const required = words.required.length || 1
  const isWhole = needed.length === 0 && words.required.length > 0
  // If two kinds have all required columns, the share of understood columns decides.
  const share = meant / Math.max(header.length, 1)
  const confidence = isWhole ? 0.6 + 0.35 * share : 0.4 * ((required - needed.length) / required)
  return { kind: kindOf(table, mapping), confidence: Math.round(confidence * fit(table, mapping) * 100) / 100 }
}

/** Findings without a column for the referenced object are a plain ATC result. */
const kindOf = (table: (typeof TABLES)[number], mapping: Readonly<Record<string, string>>): EvidenceKind =>
  table === 'findings_csv' && !mapping.reference_name ? 'atc_csv' : table

/** All tables have a name and a type, so the other kinds must have more than an object list has. */
const fit = (table: (typeof TABLES)[number], mapping: Readonly<Record<string, string>>): number => {
  if (table === 'findings_csv') return mapping.message || mapping.check_title || mapping.check_id ? 1 : 0.8
  if (table === 'modification_csv') return mapping.operation || mapping.transport ? 1 : 0.6
  return table === 'object_list_csv' ? 0.9 : 1
}
