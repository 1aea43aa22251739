// Detection and parsers on real-world files, without database and threads.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { EvidenceKind } from '@veritrace/contract/casework/evidence'
import { zipSync } from 'fflate'
import { parse as parseYaml } from 'yaml'
import { shortForm } from '../../model/artifacts.ts'
import { readVocabulary } from '../../packs/vocabulary.ts'
import { inspect } from './inspect.ts'
import { parse } from './parse.ts'
import type { Parsed } from './parsed.ts'
import { openWords } from './words.ts'

const folder = mkdtempSync(join(tmpdir(), 'veritrace-reading-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const importers = readFileSync(new URL('../../packs/clean-core/importers.yaml', import.meta.url), 'utf8')
const vocabulary = readVocabulary((parseYaml(importers) as { importers: Record<string, unknown> }).importers)

let files = 0
const save = (content: string | Uint8Array): string => {
  const path = join(folder, String(files++))
  writeFileSync(path, content)
  return path
}
const look = (filename: string, content: string | Uint8Array) => inspect(save(content), filename, vocabulary)
const read = (kind: EvidenceKind, content: string | Uint8Array, mapping?: Record<string, string>): Promise<Parsed> =>
  parse({ ask: 'parse', path: save(content), filename: 'zorders.zip', kind, vocabulary, pseudonymKey: 'key', mapping })
const zip = (entries: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, new TextEncoder().encode(text)])))
const objectsOf = ({ content }: Parsed) => new Map(content.objects.map((object) => [shortForm(object), object]))
const usesOf = ({ content: { objects, references, uses } }: Parsed) =>
  uses.from.map(
    (from, at) => `${objects[from]!.name} ${shortForm(references[uses.to[at]!]!)} ${uses.access[at]} ${uses.sites[at]}`,
  )

const KERNSEIFE =
  'itemId,objectName,objectType,devClass,contactPerson,checkVariant,messageId,checkMessage,refObjectType,refObjectName,priority\n'
const KINDS: readonly [string, string | Uint8Array, EvidenceKind][] = [
  ['x.txt', '<w:worklist xmlns:w="http://www.sap.com/adt/atc/worklist"/>', 'atc_worklist_xml'],
  [
    'x.xml',
    '<?xml version="1.0"?>\n<!-- made by a job -->\n<checkstyle version="1.0"></checkstyle>',
    'atc_checkstyle_xml',
  ],
  ['x.xml', '<worklist/>', 'other'],
  ['x.csv', `${KERNSEIFE}1,ZA,PROG,ZSD,JANE,V,1,Use of VBAK,TABL,VBAK,2\n`, 'findings_csv'],
  ['x.csv', 'Priority;Object Name;Object Type;Check Title;Message\n1;ZA;PROG;APIs;Use of VBAK\n', 'atc_csv'],
  ['x.csv', 'Object Type;Object Name;Package;Author\nPROG;ZA;ZSD;JANE\n', 'object_list_csv'],
  ['x.csv', 'Objekttyp;Objektname;Paket;Verantwortlicher\nPROG;ZA;ZSD;JANE\n', 'object_list_csv'],
  ['x.csv', 'Priorität;Objektname;Objekttyp;Prüftitel;Meldung\n1;ZA;PROG;APIs;Use of VBAK\n', 'atc_csv'],
  ['x.csv', 'from_type\tfrom_name\tto_type\tto_name\nPROG\tZA\tTABL\tVBAK\n', 'dependency_csv'],
  ['x.csv', 'OBJ_TYPE;OBJ_NAME;OPERATION;MOD_USER;TRKORR\nPROG;SAPMV45A;MOD;JANE;DEVK1\n', 'modification_csv'],
  [
    'x.csv',
    'tadir_object;tadir_obj_name;object_type;object_key;software_component;application_component;state\n',
    'cloudification_csv',
  ],
  ['x.json', '{"formatVersion":"2"}', 'cloudification_json'],
  ['x.json', '{"a":1}', 'other'],
  ['x.zip', zip({ 'ADMIN0001.xml': '<x/>', 'PROG0001.xml': '<x/>', 'DATA0001.xml': '<x/>' }), 'susg_zip'],
  ['x.zip', zip({ 'repo-main/src/za.prog.abap': 'REPORT za.' }), 'abapgit_zip'],
  ['x.zip', zip({ 'photos/a.jpg': 'x' }), 'other'],
  ['notes.md', '# Notes\n\nWe read VBAK, sometimes.\n', 'document'],
  ['page.htm', '<!DOCTYPE html><html><body>x</body></html>', 'document'],
  ['x.pdf', '%PDF-1.7\n', 'document'],
]
for (const [filename, content, kind] of KINDS)
  test(`${filename} is detected as ${kind}: ${String(content).slice(0, 40).replaceAll(/\W+/g, ' ')}`, async () => {
    const found = await look(filename, content)
    assert.equal(found.kind, kind, JSON.stringify(found))
    assert.ok(found.confidence > 0 && found.confidence <= 1)
  })

test('a table in UTF-16 or Latin-1 is decoded correctly', async () => {
  const text = 'type;name;package\nPROG;ZÄ;ZSD\n'
  for (const bytes of [
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    Buffer.from(text, 'latin1'),
    Buffer.from(`\uFEFF${text}`),
  ]) {
    assert.equal((await look('x.csv', bytes)).kind, 'object_list_csv')
    assert.deepEqual([...objectsOf(await read('object_list_csv', bytes)).keys()], ['PROG:ZÄ'])
  }
})

test('UTF-16 needs no byte order mark, a declaration may be wrong, and umlauts may come late', async () => {
  const text = 'type;name;package\nPROG;ZA;ZSD\nCLAS;ZCL_B;ZSD\n'
  const wide = Buffer.from(text, 'utf16le')
  for (const bytes of [wide, Buffer.from(wide).swap16(), Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()]) {
    assert.equal((await look('x.csv', bytes)).kind, 'object_list_csv')
    assert.deepEqual([...objectsOf(await read('object_list_csv', bytes)).keys()], ['PROG:ZA', 'CLAS:ZCL_B'])
  }
  // A string that ABAP rendered in memory and wrote in the code page of the front end.
  const xml = '<?xml version="1.0" encoding="utf-16"?><checkstyle><file name="za.prog.abap"/></checkstyle>'
  for (const bytes of [Buffer.from(xml), Buffer.from(xml, 'utf16le')]) {
    assert.equal((await look('x.xml', bytes)).kind, 'atc_checkstyle_xml')
    assert.deepEqual([...objectsOf(await read('atc_checkstyle_xml', bytes)).keys()], ['PROG:ZA'])
  }
  const rows = Array.from({ length: 9_000 }, (_, n) => `PROG;ZA${n};ZSD\n`).join('')
  const late = objectsOf(
    await read('object_list_csv', Buffer.from(`type;name;package\n${rows}PROG;ZÜ;ZSD\n`, 'latin1')),
  )
  assert.deepEqual([late.size, late.has('PROG:ZÜ')], [9_001, true])
})

test('titles, rules and quoted separators of exports are not rows', async () => {
  const list = `--------------------------------
|Obj. Type|Object Name |Package|
--------------------------------
|PROG     |ZA          |ZSD    |
|CLAS     |ZCL_B       |ZMM    |
--------------------------------
`
  const titled =
    'Table:   TADIR\nDisplayed fields: 3 of 3, all\n\n\tObject Type\tObject Name\tPackage\n\tPROG\tZA\tZSD\n\tCLAS\tZCL_B\tZMM\n'
  const quoted = 'sep=;\r\n"Object\nType";"Object Name";"Package; of it"\r\nPROG;ZA;ZSD\r\nCLAS;"ZCL_B";"ZMM"\r\n'
  for (const [filename, content] of Object.entries({ 'a.txt': list, 'b.xls': titled, 'c.csv': quoted })) {
    assert.equal((await look(filename, content)).kind, 'object_list_csv', filename)
    const parsed = await read('object_list_csv', content)
    assert.deepEqual([...objectsOf(parsed).keys()], ['PROG:ZA', 'CLAS:ZCL_B'], filename)
    assert.deepEqual([parsed.rows, parsed.rejectedTotal], [2, 0], filename)
  }
  const note = '# Notes\n\n| object | level | owner |\n|---|---|---|\n| ZA | C | me |\n| ZB | A | you |\n'
  assert.equal((await look('notes.md', note)).kind, 'document')
  const bad = await read('object_list_csv', `Objects of PRD\n\ntype;name;package\nPROG;ZA;ZSD\n;;ZSD\n`)
  assert.equal(bad.rejected[0]!.line, 5)
})

test('findings with a referenced object become references', async () => {
  const rows = `1,ZA,PROG,ZSD,JANE,V1,17,Use of VBAK,TABL,VBAK,2\n2,ZA,PROG,ZSD,JANE,V1,17,"Use, again",TABL,VBAK,error\n3,ZB,CLAS,ZSD,JOE,V1,9,x,,,9\n`
  const parsed = await read('findings_csv', KERNSEIFE + rows)
  assert.deepEqual(objectsOf(parsed).get('PROG:ZA')!.findings, [1, 1, 0, 0])
  assert.deepEqual(usesOf(parsed), ['ZA TABL:VBAK 7 2'])
  assert.deepEqual(parsed.rejected, [{ line: 4, reason: '“9” is not a valid priority.' }])
  assert.equal(parsed.checkVariant, 'V1')
})

test('Checkstyle results take the object from the file name', async () => {
  const parsed = await read(
    'atc_checkstyle_xml',
    `<checkstyle><file name="src/zcl_a.clas.abap"><error line="3" severity="error" source="a.b.Check" message="Usage of function module BAPI_X &amp; more"/></file>
     <file name="src/#abc#zb.prog.abap"/><file name="???"/></checkstyle>`,
  )
  assert.deepEqual([...objectsOf(parsed).keys()], ['CLAS:ZCL_A', 'PROG:/ABC/ZB'])
  assert.deepEqual(usesOf(parsed), ['ZCL_A FUNC:BAPI_X 7 1'])
  assert.equal(parsed.content.findings[0]!.message, 'Usage of function module BAPI_X & more')
  assert.equal(parsed.rejectedTotal, 1)
})

test('exempted findings are kept but do not count, and quick fixes are marked', async () => {
  const finding = (more: string, fix = '') => `<f:finding f:priority="1" f:messageTitle="x" ${more}>${fix}</f:finding>`
  const parsed = await read(
    'atc_worklist_xml',
    `<w:worklist xmlns:w="http://www.sap.com/adt/atc/worklist" xmlns:o="http://www.sap.com/adt/atc/object" xmlns:f="http://www.sap.com/adt/atc/finding" xmlns:c="http://www.sap.com/adt/core">
     <w:objects><o:object c:type="FUGR/FF" c:name="Z_DO"><o:findings>${finding('f:exemptionApproval="-" f:exemptionKind=""', '<f:quickfixes f:automatic="true"/>')}${finding('f:exemptionKind="approved"')}${finding('f:priority="7"')}</o:findings></o:object></w:objects></w:worklist>`,
  )
  assert.deepEqual(objectsOf(parsed).get('FUNC:Z_DO')!.findings, [2, 0, 0, 0])
  assert.deepEqual(
    parsed.content.findings.map(({ exempted, quickfix }) => [exempted, quickfix]),
    [
      [false, true],
      [true, false],
      [false, false],
    ],
  )
  assert.equal(parsed.objectSetComplete, null)
})

test('usage data joins data, triggers and programs, and leaves out programs of the vendor', async () => {
  const list = (name: string, rows: string[]) =>
    `<?xml version="1.0"?><T>${rows.map((row) => `<${name}>${row}</${name}>`).join('')}</T>`
  const field = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('')
  const parsed = await read(
    'susg_zip',
    zip({
      'ADMIN0001.xml': list('SUSG_API_S_ADMIN', [
        field({ SYSID: 'PRD', DATE_FROM: '2026-01-01', DATE_TO: '2026-02-28', DAYS_AVAILABLE: '59' }),
      ]),
      'PROG0001.xml': list('SUSG_API_S_PROG', [
        field({ PROGID: '1', OBJ_NAME: 'ZA', OBJ_TYPE: 'PROG' }),
        field({ PROGID: '2', OBJ_NAME: 'ZCL_B', OBJ_TYPE: 'CLAS' }),
        field({ PROGID: '3', OBJ_NAME: 'SAPLSTD', OBJ_TYPE: 'FUGR' }),
      ]),
      'SUB0001.xml': list('SUSG_API_S_SUB', [field({ SUBID: '10', PROGID: '1' }), field({ SUBID: '11', PROGID: '3' })]),
      'DATA0001.xml': list('SUSG_API_S_DATA', [
        field({ SUBID: '10', COUNTER: '5', LAST_USED: '2026-02-01' }),
        field({ SUBID: '2', COUNTER: '3', LAST_USED: '2026-01-05' }),
        field({ SUBID: '99', COUNTER: '1' }),
        field({ SUBID: '11', COUNTER: '50' }),
      ]),
      'DATA0002.xml': list('SUSG_API_S_DATA', [field({ SUBID: '10', COUNTER: '2', LAST_USED: '2026-02-20' })]),
      'RDATA0001.xml': list('SUSG_API_S_RDATA', [field({ SUBID1: '10', SUBID2: '2', COUNTER: '1' })]),
    }),
  )
  const objects = objectsOf(parsed)
  assert.deepEqual([...objects.keys()], ['PROG:ZA', 'CLAS:ZCL_B'])
  assert.deepEqual([objects.get('PROG:ZA')!.executions, objects.get('PROG:ZA')!.last_used], [7, '2026-02-20'])
  assert.deepEqual(parsed.window, { from: '2026-01-01', to: '2026-02-28', days: 59 })
  assert.match(parsed.warnings[0]!, /low confidence/)
  assert.deepEqual([parsed.system, parsed.usages, parsed.rejectedTotal], ['PRD', 3, 1])
  assert.deepEqual(usesOf(parsed), ['ZA CLAS:ZCL_B 2 1'])
})

test('IDs of one system are not used in the folder of another, and the shortest window counts', async () => {
  const list = (name: string, row: string) => `<T><${name}>${row}</${name}></T>`
  const system = (folder: string, name: string, days: number) => ({
    [`${folder}/ADMIN0001.xml`]: list(
      'SUSG_API_S_ADMIN',
      `<SYSID>${folder}</SYSID><DATE_FROM>20250101</DATE_FROM><DATE_TO>20260101</DATE_TO><DAYS_AVAILABLE>${days}</DAYS_AVAILABLE>`,
    ),
    [`${folder}/PROG0001.xml`]: list(
      'SUSG_API_S_PROG',
      `<PROGID>1</PROGID><OBJ_NAME>${name}</OBJ_NAME><OBJ_TYPE>PROG</OBJ_TYPE>`,
    ),
    [`${folder}/SUB0001.xml`]: list('SUSG_API_S_SUB', '<SUBID>7</SUBID><PROGID>1</PROGID>'),
    [`${folder}/DATA0001.xml`]: list('SUSG_API_S_DATA', '<SUBID>7</SUBID><COUNTER>4</COUNTER>'),
  })
  const parsed = await read('susg_zip', zip({ ...system('PRD', 'ZA', 365), ...system('QAS', 'ZB', 120) }))
  assert.deepEqual(
    [...objectsOf(parsed)].map(([form, { executions }]) => [form, executions]),
    [
      ['PROG:ZA', 4],
      ['PROG:ZB', 4],
    ],
  )
  assert.equal(parsed.window!.days, 120)
  assert.match(parsed.warnings.join(), /2 systems/)
})

test('services, metadata extensions and names with characters that file systems do not allow are parsed', async () => {
  const parsed = await read(
    'abapgit_zip',
    zip({
      'src/zapi.srvd.srvdsrv': 'define service ZAPI { expose I_SALESDOCUMENT as Orders; }',
      'src/zapi.srvd.xml': '<x/>',
      'src/zc_x.ddlx.asddlxs': '@Metadata.layer: #CORE annotate view ZC_X with { }',
      'src/z%3ca%3e.prog.abap': 'REPORT zx.',
    }),
  )
  assert.deepEqual([...objectsOf(parsed).keys()].sort(), ['DDLX:ZC_X', 'PROG:Z<A>', 'SRVD:ZAPI'])
  assert.deepEqual(
    usesOf(parsed)
      .map((use) => use.split(' ').slice(0, 2).join(' '))
      .sort(),
    ['ZAPI CDS_STOB:I_SALESDOCUMENT', 'ZC_X CDS_STOB:ZC_X'],
  )
})

const SETTINGS = (logic: string) =>
  `<asx:abap><DATA><STARTING_FOLDER>/src/</STARTING_FOLDER><FOLDER_LOGIC>${logic}</FOLDER_LOGIC></DATA></asx:abap>`
test('an abapGit archive yields objects, packages, members and references', async () => {
  const entries = {
    'src/package.devc.xml': '<x/>',
    'src/ui/package.devc.xml': '<x/>',
    'src/ui/zcl_a.clas.abap':
      'CLASS zcl_a DEFINITION PUBLIC. ENDCLASS. CLASS zcl_a IMPLEMENTATION. METHOD x. SELECT * FROM vbak INTO TABLE @DATA(t). ENDMETHOD. ENDCLASS.',
    'src/ui/zcl_a.clas.locals_imp.abap':
      "CLASS lcl_a IMPLEMENTATION. METHOD y. CALL FUNCTION 'Z_DO'. ENDMETHOD. ENDCLASS.",
    'src/ui/zcl_a.clas.testclasses.abap': 'DATA x TYPE REF TO cl_abap_unit_assert.',
    'src/ui/zcl_a.clas.xml': '<x/>',
    'src/#abc#zb.prog.abap': 'REPORT /abc/zb.',
    'src/zg.fugr.xml': '<FUNCNAME>Z_DO</FUNCNAME>',
    'src/zg.fugr.saplzg.abap': 'INCLUDE lzgtop. INCLUDE lzguxx.',
    'src/ztab.tabl.xml': '<DD03P><ROLLNAME>MATNR</ROLLNAME></DD03P>',
    'src/nested.zip': 'x',
    'README.md': '# x',
  }
  const prefix = await read('abapgit_zip', zip({ '.abapgit.xml': SETTINGS('PREFIX'), ...entries }))
  const objects = objectsOf(prefix)
  assert.deepEqual([...objects.keys()].sort(), ['CLAS:ZCL_A', 'FUGR:ZG', 'PROG:/ABC/ZB', 'TABL:ZTAB'])
  assert.deepEqual([objects.get('CLAS:ZCL_A')!.package, objects.get('TABL:ZTAB')!.package], ['ZORDERS_UI', 'ZORDERS'])
  assert.deepEqual(objects.get('FUGR:ZG')!.members, ['FUNC:Z_DO'])
  assert.deepEqual(usesOf(prefix).sort(), ['ZCL_A FUNC:Z_DO 2 1', 'ZCL_A TABL:VBAK 0 1', 'ZTAB DTEL:MATNR 3 1'])
  assert.match(prefix.warnings[0]!, /nested\.zip.*not opened/)
  const full = await read('abapgit_zip', zip({ '.abapgit.xml': SETTINGS('FULL'), ...entries }))
  assert.equal(objectsOf(full).get('CLAS:ZCL_A')!.package, 'UI')
})

test('implicit and explicit enhancements are distinguished', async () => {
  const parsed = await read(
    'abapgit_zip',
    zip({
      'src/zimp.enho.xml': '<TOOL>HOOK_IMPL</TOOL><FULL_NAME>\\PR:SAPMV45A\\FO:SAVE\\SE:BEGIN\\EI</FULL_NAME>',
      'src/zexp.enho.xml': '<TOOL>HOOK_IMPL</TOOL><FULL_NAME>\\PR:SAPMV45A\\EX:POINT\\EI2</FULL_NAME>',
    }),
  )
  const kinds = parsed.content.objects.map(({ technologies }) =>
    technologies.map(({ kind, code }) => `${kind} ${code}`),
  )
  assert.deepEqual(kinds, [['implicit_enhancement D'], ['explicit_enhancement C']])
})

test('a table without required columns asks for them, and a mapping overrides column names', async () => {
  const text = 'A,B,object\nPROG,ZA,noise\n'
  const waiting = await read('object_list_csv', text)
  assert.deepEqual([waiting.status, waiting.columns?.needed], ['needs_mapping', ['name']])
  const mapped = await read('object_list_csv', text, { type: 'A', name: 'B' })
  assert.deepEqual([mapped.status, [...objectsOf(mapped).keys()]], ['parsed', ['PROG:ZA']])
})

test('modified objects have the modification as a technology', async () => {
  const parsed = await read('modification_csv', 'OBJ_TYPE;OBJ_NAME;MOD_USER\nPROG;SAPMV45A;JANE\nPROG;SAPMV45A;JOE\n')
  assert.deepEqual(
    parsed.content.objects.map(({ name, technologies }) => [name, technologies]),
    [['SAPMV45A', [{ kind: 'modification', line: 0, code: 'D' }]]],
  )
})

test('an endless line, a truncated file and an empty table are refused', async () => {
  const endless = `type,name\nPROG,"${'x'.repeat(3_000_000)}`
  await assert.rejects(read('object_list_csv', endless), { name: 'Unreadable' })
  await assert.rejects(read('object_list_csv', ''), { name: 'Unreadable' })
  await assert.rejects(read('atc_checkstyle_xml', '<checkstyle><file'), { name: 'Unreadable' })
  await assert.rejects(read('susg_zip', zip({ 'a.xml': '<x/>' })), { name: 'Unreadable' })
  await assert.rejects(read('abapgit_zip', zip({ 'a.txt': 'x' })), { name: 'Unreadable' })
  const deep = `<checkstyle>${'<a>'.repeat(1000)}`
  await assert.rejects(read('atc_checkstyle_xml', deep), { name: 'Quarantine' })
  await assert.rejects(read('atc_checkstyle_xml', '<checkstyle/><!DOCTYPE x [<!ENTITY a "b">]>'), {
    name: 'Quarantine',
  })
})

test('a person has one pseudonym per project, and the real name if names are kept', () => {
  const [one, other, open] = ['a', 'b', null].map((key) => openWords(vocabulary, key))
  assert.equal(one!.person('jane '), one!.person('JANE'))
  assert.notEqual(one!.person('JANE'), other!.person('JANE'))
  assert.deepEqual([open!.person('JANE'), one!.person('')], ['JANE', ''])
})
