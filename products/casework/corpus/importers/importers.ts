// Importers by the name that packs use.
import { classificationJson, partnerJson } from './classification-json.ts'
import { cloudificationCsv } from './cloudification-csv.ts'
import { cloudificationJson } from './cloudification-json.ts'
import { factsJson } from './facts-json.ts'
import { packedList } from './packed-list.ts'
import type { Importer } from './record.ts'

/** Statements of a named graph, which the collector writes in our own format. */
export const GRAPH_CONTEXT = 'graph-context'

const FILES = [cloudificationJson, classificationJson, partnerJson, cloudificationCsv, factsJson, packedList]
const IMPORTERS: ReadonlyMap<string, Importer> = new Map(
  [...FILES, { ...factsJson, name: GRAPH_CONTEXT }].map((importer) => [importer.name, importer]),
)

export const importerFor = (name: string): Importer | undefined => IMPORTERS.get(name)

/** Importers of texts for people: one page, the pages of a folder, and a pack's own guidance. */
export const DOCUMENT_IMPORTERS: readonly string[] = ['document', 'markdown-folder', 'pack-guidance']

export const isRead = (name: string): boolean => IMPORTERS.has(name) || DOCUMENT_IMPORTERS.includes(name)

/** True if each file of the source is a separate entry. */
export const isFolder = (name: string): boolean => name === 'markdown-folder'
