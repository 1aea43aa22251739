// The same ATC findings are read from every format in which a run can be exported. Runs and formats are generated.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import fc from 'fast-check'
import { parse as parseYaml } from 'yaml'
import { shortForm } from '../../model/artifacts.ts'
import { readVocabulary } from '../../packs/vocabulary.ts'
import { Unreadable } from './failures.ts'
import { inspect } from './inspect.ts'
import { parse } from './parse.ts'
import type { Parsed } from './parsed.ts'

const folder = mkdtempSync(join(tmpdir(), 'veritrace-atc-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const importers = readFileSync(new URL('../../packs/clean-core/importers.yaml', import.meta.url), 'utf8')
const vocabulary = readVocabulary((parseYaml(importers) as { importers: Record<string, unknown> }).importers)

interface Finding {
  type: 'PROG' | 'CLAS' | 'INTF'
  name: string
  check: string
  title: string
  id: string
  message: string
  priority: number
  line: number
  exempted: boolean
}

const words = fc.constantFrom(
  'Use of',
  'table VBAK',
  'Größe',
  'a "quoted" word',
  'A; B, C',
  'x < y & z',
  "it's",
  '| bar',
)
const text = fc.array(words, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
const finding: fc.Arbitrary<Finding> = fc.record({
  type: fc.constantFrom('PROG', 'CLAS', 'INTF'),
  name: fc.stringMatching(/^Z[A-Z0-9_]{2,20}[A-Z]$/),
  check: fc.stringMatching(/^[A-Z_]{4,20}$/),
  title: text,
  id: fc.stringMatching(/^[A-Z0-9]{4}[A-Z]$/),
  message: text,
  priority: fc.integer({ min: 1, max: 3 }),
  line: fc.integer({ min: 1, max: 99_999 }),
  exempted: fc.boolean(),
})
const run = fc.array(finding, { minLength: 1, maxLength: 12 })

const ENGLISH = [
  'Priority',
  'Object Type',
  'Object Name',
  'Check ID',
  'Check Title',
  'Message ID',
  'Check Message',
  'Line',
  'Exemption State',
]
const GERMAN = [
  'Priorität',
  'Objekttyp',
  'Objektname',
  'Prüfungs-ID',
  'Titel der Prüfung',
  'Meldungs-ID',
  'Prüfmeldung',
  'Zeile',
  'Befreiungsstatus',
]
const TECHNICAL = [
  'PRIORITY',
  'OBJ_TYPE',
  'OBJ_NAME',
  'checkId',
  'checkTitle',
  'messageId',
  'checkMessage',
  'line',
  'excemptionState',
]

const asTable = fc.record({
  header: fc.constantFrom(ENGLISH, GERMAN, TECHNICAL),
  separator: fc.constantFrom(';', ',', '\t', '|'),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9 }),
  newline: fc.constantFrom('\n', '\r\n'),
  quoteAll: fc.boolean(),
  before: fc.constantFrom('', 'sep', 'title'),
  encoding: fc.constantFrom('utf8', 'utf8-mark', 'utf16le-mark', 'utf16be-mark', 'utf16le', 'windows'),
  priority: fc.constantFrom('plain', 'words', 'german'),
})
type Table = typeof asTable extends fc.Arbitrary<infer T> ? T : never

const PRIORITIES = {
  plain: ['', '1', '2', '3'],
  words: ['', '1 - Error', 'Prio 2', 'Information'],
  german: ['', 'Fehler', 'Warnung', 'Priorität 3'],
}

function writeTable(findings: readonly Finding[], form: Table): Buffer {
  const cell = (value: string): string =>
    form.quoteAll || /["\r\n;,\t|]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
  const row = (cells: readonly string[]): string => form.order.map((at) => cell(cells[at]!)).join(form.separator)
  const rows = findings.map((one) =>
    row([
      PRIORITIES[form.priority][one.priority]!,
      ...[one.type, one.name, one.check, one.title, one.id, one.message, `${one.line}`],
      one.exempted ? (form.header === GERMAN ? 'Genehmigt' : 'Approved') : form.header === GERMAN ? 'Beantragt' : '',
    ]),
  )
  // A title is only recognized above at least two rows with the same number of separators.
  const title = form.before === 'title' && rows.length > 1 ? ['Results of the run', ''] : []
  const head = form.before === 'sep' ? [`sep=${form.separator}`] : title
  return encode([...head, row(form.header), ...rows, ''].join(form.newline), form.encoding)
}

function encode(content: string, encoding: string): Buffer {
  if (encoding === 'windows') return Buffer.from(content, 'latin1')
  const marked = encoding.endsWith('-mark') ? `\uFEFF${content}` : content
  if (encoding.startsWith('utf8')) return Buffer.from(marked)
  const wide = Buffer.from(marked, 'utf16le')
  return encoding.startsWith('utf16be') ? wide.swap16() : wide
}

const asXml = fc.record({
  prefixes: fc.constantFrom(['atcworklist', 'atcobject', 'atcfinding', 'adtcore'], ['w', 'o', 'f', 'c']),
  root: fc.constantFrom('worklist', 'result'),
  fragment: fc.constantFrom('plain', 'named', 'context'),
  typed: fc.boolean(),
  encoding: fc.constantFrom('utf8', 'utf8-mark', 'utf16le-mark'),
})
type Xml = typeof asXml extends fc.Arbitrary<infer T> ? T : never

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function writeXml(
  findings: readonly Finding[],
  { prefixes: [w, o, f, c], root, fragment, typed, encoding }: Xml,
): Buffer {
  const place = ({ name, line }: Finding): string => {
    const path = `/sap/bc/adt/programs/programs/${name.toLowerCase()}/source/main`
    if (fragment === 'named') return `${path}#type=CLAS%2FOM;name=RUN;start=${line}`
    return fragment === 'context' ? `${path}?context=%2fsap%2fbc#start=${line},4` : `${path}#start=${line},4`
  }
  const types = { PROG: 'PROG/P', CLAS: 'CLAS/OC', INTF: 'INTF/OI' }
  const objects = [...Map.groupBy(findings, ({ type, name }) => `${type} ${name}`).values()].map((of) => {
    const inner = of.map(
      (one) =>
        `<${f}:finding xmlns:${f}="http://www.sap.com/adt/atc/finding" ${f}:location="${escaped(place(one))}" ` +
        `${f}:priority="${one.priority}" ${f}:checkId="${one.check}" ${f}:checkTitle="${escaped(one.title)}" ` +
        `${f}:messageId="${one.id}" ${f}:messageTitle="${escaped(one.message)}" ` +
        `${f}:exemptionApproval="${one.exempted ? 'APPROVED' : '-'}" ${f}:exemptionKind="">` +
        `<${f}:quickfixes ${f}:manual="false" ${f}:automatic="false" ${f}:pseudo="false"/></${f}:finding>`,
    )
    const { type, name } = of[0]!
    return (
      `<${o}:object xmlns:${o}="http://www.sap.com/adt/atc/object" xmlns:${c}="http://www.sap.com/adt/core" ` +
      `${c}:type="${typed ? types[type] : type}" ${c}:name="${name}" ${c}:packageName="ZP"><${o}:findings>${inner.join('')}</${o}:findings></${o}:object>`
    )
  })
  const space = `http://www.sap.com/adt/atc/${root}`
  const name = root === 'worklist' ? 'worklist' : 'resultList'
  const named = encoding.startsWith('utf16') ? 'utf-16' : 'utf-8'
  return encode(
    `<?xml version="1.0" encoding="${named}"?><${w}:${name} xmlns:${w}="${space}"><${w}:objects>${objects.join('\n')}</${w}:objects></${w}:${name}>`,
    encoding,
  )
}

let files = 0
async function read(bytes: Buffer, filename: string): Promise<{ kind: EvidenceKind; parsed: Parsed }> {
  const path = join(folder, String(files++))
  writeFileSync(path, bytes)
  const { kind } = await inspect(path, filename, vocabulary)
  const parsed = await parse({ ask: 'parse', path, filename, kind, vocabulary, pseudonymKey: 'k', mapping: undefined })
  return { kind, parsed }
}

const expectedRows = (findings: readonly Finding[]): string[] =>
  findings
    .map((f) => [`${f.type}:${f.name}`, f.check, f.title, f.id, f.message, f.priority, f.line, f.exempted].join(' | '))
    .sort()
const foundRows = ({ content }: Parsed): string[] =>
  content.findings
    .map((f) =>
      [shortForm(f.object), f.check_id, f.check_title, f.message_id, f.message, f.priority, f.line, f.exempted].join(
        ' | ',
      ),
    )
    .sort()

test('a table yields every finding, whatever its headings, separators and encoding', () =>
  fc.assert(
    fc.asyncProperty(run, asTable, async (findings, form) => {
      const { kind, parsed } = await read(writeTable(findings, form), 'run.csv')
      assert.equal(kind, 'atc_csv')
      assert.deepEqual(foundRows(parsed), expectedRows(findings))
      assert.equal(parsed.rejectedTotal, 0)
    }),
    { numRuns: 150 },
  ))

test('ADT XML yields every finding, whatever its prefixes, roots and locations', () =>
  fc.assert(
    fc.asyncProperty(run, asXml, async (findings, form) => {
      const { kind, parsed } = await read(writeXml(findings, form), 'run.xml')
      assert.equal(kind, 'atc_worklist_xml')
      assert.deepEqual(foundRows(parsed), expectedRows(findings))
    }),
    { numRuns: 100 },
  ))

test('Checkstyle yields everything that its format can hold', () =>
  fc.assert(
    fc.asyncProperty(run, async (findings) => {
      const files = findings.map(
        ({ type, name, line, priority, check, message }) =>
          `<file name="src/${name.toLowerCase()}.${type.toLowerCase()}.abap"><error line="${line}" ` +
          `severity="${['', 'error', 'warning', 'info'][priority]}" source="${check}" message="${escaped(message)}"/></file>`,
      )
      const { parsed } = await read(Buffer.from(`<checkstyle version="1.0">${files.join('')}</checkstyle>`), 'run.xml')
      const plain = findings.map((one) => ({ ...one, title: one.check, id: '', exempted: false }))
      assert.deepEqual(foundRows(parsed), expectedRows(plain))
    }),
    { numRuns: 60 },
  ))

test('a truncated file is refused', () =>
  fc.assert(
    fc.asyncProperty(run, asXml, fc.double({ min: 0.2, max: 0.95, noNaN: true }), async (findings, form, share) => {
      const whole = writeXml(findings, { ...form, encoding: 'utf8' })
      await assert.rejects(read(whole.subarray(0, Math.floor(whole.length * share)), 'run.xml'), Unreadable)
    }),
    { numRuns: 40 },
  ))

test('a row that is not a valid finding is reported with its line, and the others are kept', async () => {
  const rows =
    'Priority;Object Name;Object Type;Check Title;Check Message\n1;ZA;PROG;T;M\nhuge;ZB;PROG;T;M\n2;;PROG;T;M\n3;ZC;PROG;T;M\n'
  const { parsed } = await read(Buffer.from(rows), 'run.csv')
  assert.deepEqual(
    parsed.content.findings.map(({ object }) => object.name),
    ['ZA', 'ZC'],
  )
  assert.deepEqual(
    parsed.rejected.map(({ line }) => line),
    [3, 4],
  )
})

test('a finding in a part of a class counts for the class, and a finding outside any object is rejected', async () => {
  const rows =
    'Priority;Object Name;Object Type;Check Title;Check Message;Line\n1;ZCL_ORDER=====================CM001;PROG;T;M;12,4\n'
  const { parsed } = await read(Buffer.from(rows), 'run.csv')
  assert.deepEqual(
    parsed.content.findings.map(({ object, line }) => [shortForm(object), line]),
    [['CLAS:ZCL_ORDER', 12]],
  )
  const stray = await read(
    Buffer.from(
      '<w:worklist xmlns:w="http://www.sap.com/adt/atc/worklist" xmlns:f="http://www.sap.com/adt/atc/finding"><f:finding f:priority="1"/></w:worklist>',
    ),
    'run.xml',
  )
  assert.deepEqual(stray.parsed.rejected, [{ line: 0, reason: 'The finding is not inside a valid object.' }])
})
