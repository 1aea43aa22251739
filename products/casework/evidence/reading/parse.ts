// Chooses the parser for each kind of file.
import { createReadStream } from 'node:fs'
import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import type { ReadingJob } from './job.ts'
import { parseAtcCheckstyle } from './kinds/atc-checkstyle.ts'
import { parseAtcWorklist } from './kinds/atc-worklist.ts'
import { parsePack } from './kinds/packs.ts'
import { parseSusg } from './kinds/susg.ts'
import { parseDependencies, parseFindingsTable, parseModifications, parseObjectList } from './kinds/tables.ts'
import type { Message } from './messages.ts'
import { newSheet, type Parsed } from './parsed.ts'
import { openWords } from './words.ts'

type Parser = (job: ReadingJob) => Promise<Parsed>

/** Kinds without a parser contain nothing about the estate. Lists and documents are imported elsewhere. */
const PARSERS: Readonly<Partial<Record<EvidenceKind, Parser>>> = {
  atc_worklist_xml: parseAtcWorklist,
  atc_checkstyle_xml: parseAtcCheckstyle,
  atc_csv: parseFindingsTable,
  findings_csv: parseFindingsTable,
  susg_zip: parseSusg,
  // The ABAP parser is slow to load, so it is loaded only when it is needed.
  abapgit_zip: async (job) => (await import('./kinds/abapgit.ts')).parseAbapGit(job),
  object_list_csv: parseObjectList,
  dependency_csv: parseDependencies,
  modification_csv: parseModifications,
  signature_pack: parsePack,
  field_mapping_pack: parsePack,
}

export function parse(
  message: Extract<Message, { ask: 'parse' }>,
  progress: ReadingJob['progress'] = () => {},
): Promise<Parsed> {
  const { path, filename, kind, vocabulary, pseudonymKey, mapping } = message
  const words = openWords(vocabulary, pseudonymKey)
  const parser = PARSERS[kind]
  if (!parser) return Promise.resolve(newSheet().done())
  return parser({ path, filename, kind, words, mapping, progress, chunks: () => createReadStream(path) })
}
