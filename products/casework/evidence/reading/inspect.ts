// Detects what a file is from its content; the file name is only a hint. Harmful files are found before anything is parsed.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import type { Vocabulary } from '../../packs/vocabulary.ts'
import { MAPPING_FORMAT, SIGNATURE_FORMAT } from '../../signatures/signature.ts'
import { detectTable } from './detect-table.ts'
import { Quarantine } from './failures.ts'
import { type Frame, frameOf, isRule } from './frame.ts'
import { encodingOf } from './text.ts'
import { openArchive } from './zip.ts'

export interface Guess {
  kind: EvidenceKind
  confidence: number
}
export interface Inspection extends Guess {
  alternatives: Guess[]
  media_type: string
}

const HEAD_BYTES = 65_536

export async function inspect(path: string, filename: string, vocabulary: Vocabulary): Promise<Inspection> {
  const head = await headOf(path)
  const magic = head.toString('latin1', 0, 8)
  if (magic.startsWith('PK\u0003\u0004') || magic.startsWith('PK\u0005\u0006')) return inspectArchive(path)
  if (magic.startsWith('%PDF')) return sure('document', 0.95, 'application/pdf')
  if (/^(?:MZ|\u007fELF|\u00ca\u00fe\u00ba\u00be)/.test(magic))
    throw new Quarantine('The file is a program, not a document.')
  if (magic === '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1') return inspectOffice(path)
  const text = new TextDecoder(encodingOf(head)).decode(head).replace(/^\uFEFF/, '')
  if (text.includes('\0')) return sure('other', 0.5, 'application/octet-stream')
  return inspectText(text, filename, vocabulary)
}

const sure = (kind: EvidenceKind, confidence: number, media_type: string, alternatives: Guess[] = []): Inspection => ({
  kind,
  confidence,
  alternatives,
  media_type,
})

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function inspectArchive(path: string): Promise<Inspection> {
  const archive = await openArchive(path)
  archive.close()
  const names = archive.entries.map(({ fileName }) => fileName)
  const some = (pattern: RegExp) => names.some((name) => pattern.test(name))
  const zip = 'application/zip'
  if (some(/(^|\/)PROG\d+\.xml$/i) && some(/(^|\/)DATA\d+\.xml$/i)) return sure('susg_zip', 0.98, zip)
  if (some(/(^|\/)\.abapgit\.xml$/)) return sure('abapgit_zip', 0.99, zip)
  if (some(/\.(?:prog|clas|intf|fugr)\.(?:.+\.)?abap$|\.ddls\.asddls$/i)) return sure('abapgit_zip', 0.9, zip)
  if (some(/^\[Content_Types\]\.xml$/)) return sure('other', 0.6, zip, [{ kind: 'document', confidence: 0.3 }])
  return sure('other', 0.5, zip)
}

/** Old Office formats store macros in streams with these names. */
async function inspectOffice(path: string): Promise<Inspection> {
  const marks = [Buffer.from('_VBA_PROJECT', 'utf16le'), Buffer.from('_VBA_PROJECT'), Buffer.from('Macros', 'utf16le')]
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const window = Buffer.concat([rest, chunk])
    if (marks.some((mark) => window.includes(mark))) throw new Quarantine('The document contains macros.')
    rest = window.subarray(-64)
  }
  return sure('other', 0.6, 'application/x-ole-storage')
}

function inspectText(text: string, filename: string, vocabulary: Vocabulary): Inspection {
  const start = text.trimStart()
  if (start.startsWith('<')) return inspectMarkup(start)
  if (start.startsWith('{') || start.startsWith('[')) {
    const format = /^\{[\s\S]{0,2000}?"format"\s*:\s*"([\w.-]+)"/.exec(start)?.[1]
    if (format === SIGNATURE_FORMAT) return sure('signature_pack', 0.99, 'application/json')
    if (format === MAPPING_FORMAT) return sure('field_mapping_pack', 0.99, 'application/json')
    const isList =
      /"(?:objectReleaseInfo|objectClassifications)"\s*:|^\{\s*"formatVersion"|^\[\s*\{[^{}]{0,400}"tadirObjectType"/.test(
        start,
      )
    return isList ? sure('cloudification_json', 0.98, 'application/json') : sure('other', 0.5, 'application/json')
  }
  const isNamedTable = /\.(?:csv|tsv)$/i.test(filename)
  const isMarkdown = /\.(?:md|markdown)$/i.test(filename) || /^#{1,3} \S/m.test(start)
  const frame = frameOf(start)
  if (frame && (isNamedTable || (!isMarkdown && looksRegular(frame))))
    return detectTable(frame.text, frame.separator, vocabulary)
  if (!start) return sure('other', 0.1, 'text/plain')
  return sure('document', 0.7, isMarkdown ? 'text/markdown' : 'text/plain')
}

/** Prose has commas too, but not the same number in every line. */
function looksRegular({ text, separator }: Frame): boolean {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line && !isRule(line))
    .slice(0, 6)
  const counts = lines.map((line) => line.split(separator).length)
  return lines.length > 1 && counts[0]! > 2 && counts.slice(0, -1).every((count) => count === counts[0])
}

function inspectMarkup(text: string): Inspection {
  const html = /^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:!doctype\s+html|html)\b/i
  if (html.test(text)) return sure('document', 0.9, 'text/html')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new Quarantine('The file has a document type (DOCTYPE), which may define entities.')
  const root = /<(?![?!])([\w.-]+:)?([\w.-]+)([^>]{0,4000})/.exec(text)
  const [, , name, attributes = ''] = root ?? []
  if (
    /^(?:worklist|resultList|result)$/.test(name ?? '') &&
    /http:\/\/www\.sap\.com\/adt\/atc\/(?:worklist|result)\b/.test(attributes)
  )
    return sure('atc_worklist_xml', 0.99, 'application/xml')
  if (name === 'checkstyle') return sure('atc_checkstyle_xml', 0.95, 'application/xml')
  return sure('other', 0.4, 'application/xml', [
    { kind: 'atc_worklist_xml', confidence: 0.1 },
    { kind: 'atc_checkstyle_xml', confidence: 0.1 },
  ])
}
