// Parses signature packs and field mapping packs, in JSON or as tables. They contain nothing about the estate.

import type { TableWords } from '../../../packs/vocabulary.ts'
import { type Refused, readMappingPack, readSignaturePack } from '../../../signatures/pack-file.ts'
import { openMappingRows, openSignatureRows } from '../../../signatures/pack-rows.ts'
import type { Signatures } from '../../../signatures/signature.ts'
import { Unreadable } from '../failures.ts'
import type { ReadingJob } from '../job.ts'
import { newSheet, type Parsed } from '../parsed.ts'
import { readTable } from '../table.ts'
import { wholeText } from '../text.ts'

/** JSON is validated in memory as a whole. */
const LARGEST_JSON = 20 * 1024 ** 2

interface Pack {
  words: TableWords
  json(value: unknown): Signatures | Refused
  rows(label: string): ReturnType<typeof openSignatureRows>
}

const words = (columns: Record<string, string[]>, required: string[]): TableWords => ({
  columns,
  required,
  access_words: {},
})

/** These formats are Veritrace's own, so their columns are not part of a domain pack. */
export const PACKS: Readonly<Record<'signature_pack' | 'field_mapping_pack', Pack>> = {
  signature_pack: {
    words: words(
      {
        function: ['function module', 'funcname', 'rfc'],
        parameter: ['param', 'parameter name'],
        direction: ['paramtype', 'parameter type', 'kind'],
        type: ['structure', 'typ', 'associated type'],
        typing: ['type spec'],
        optional: ['is optional'],
        default: ['default value', 'proposal'],
      },
      ['function', 'parameter', 'direction'],
    ),
    json: readSignaturePack,
    rows: openSignatureRows,
  },
  field_mapping_pack: {
    words: words(
      {
        table: ['tabname', 'db table'],
        field: ['fieldname', 'table field'],
        entity: ['cds entity', 'cds view', 'view'],
        element: ['cds element', 'cds field', 'view field'],
        confidence: [],
        source: ['origin'],
      },
      ['table', 'field', 'entity', 'element'],
    ),
    json: readMappingPack,
    rows: openMappingRows,
  },
}

export async function parsePack(job: ReadingJob): Promise<Parsed> {
  const pack = PACKS[job.kind as keyof typeof PACKS]
  const head = (await firstText(job)).replace(/^\uFEFF/, '').trimStart()
  return head.startsWith('{') ? readJson(job, pack) : readRows(job, pack)
}

async function firstText(job: ReadingJob): Promise<string> {
  for await (const chunk of job.chunks() as AsyncIterable<Uint8Array>)
    return new TextDecoder().decode(chunk.slice(0, 200))
  return ''
}

async function readJson(job: ReadingJob, pack: Pack): Promise<Parsed> {
  let bytes = 0
  const limited = async function* () {
    for await (const chunk of job.chunks() as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > LARGEST_JSON) throw new Unreadable('A pack in JSON may have 20 MB. A pack as a table may be larger.')
      yield chunk
    }
  }
  const read = pack.json(asJson(await wholeText(limited())))
  if ('refused' in read) throw new Unreadable(read.refused)
  return doneWith(read)
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new Unreadable(`The file is not valid JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`)
  }
}

async function readRows(job: ReadingJob, pack: Pack): Promise<Parsed> {
  const sheet = newSheet()
  const taken = pack.rows(job.filename)
  const asked = { words: pack.words, ...(job.mapping && { mapping: job.mapping }) }
  const { columns, rows } = await readTable(job.chunks(), asked, ({ line, cell }) =>
    taken.add(cell, (reason) => sheet.reject(line, reason)),
  )
  sheet.rows = rows
  sheet.columns = columns
  if (columns.needed.length > 0) sheet.status = 'needs_mapping'
  return { ...sheet.done(), signatures: taken.done() }
}

function doneWith(read: Signatures): Parsed {
  const sheet = newSheet()
  sheet.rows = read.signatures.length + read.mappings.length
  if (sheet.rows === 0) sheet.warn('The pack is empty.')
  return { ...sheet.done(), signatures: read }
}
