// A SELECT on a table is rewritten for a CDS entity: each form keeps its meaning or says why it was not replaced.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readStatements } from '../../evidence/source/statements/read-statements.ts'
import type { FieldMapping } from '../../signatures/signature.ts'
import { rankEntities } from './field-map.ts'
import { scaffoldOf } from './testing.ts'

const mapping = (entity: string, fields: Record<string, string>, confidence = 0.8): FieldMapping => ({
  table: 'VBAK',
  entity,
  fields,
  confidence,
  source: 'a pack',
  notes: [],
})
const FIELDS = { VBELN: 'SalesDocument', ERDAT: 'CreationDate', KUNNR: 'SoldToParty', NETWR: 'TotalNetAmount' }
const I_SALESDOCUMENT = { value: mapping('I_SalesDocument', FIELDS), source: 'a pack' }

function replace(statement: string) {
  const text = `REPORT z.\n${statement}\n`
  const statements = readStatements({ filename: 'z.prog.abap', text })
  const facts = { statements, mappings: [I_SALESDOCUMENT], source: { path: 'z.prog.abap', text } }
  const { filled, made } = scaffoldOf('replace-select', { table: 'VBAK', entity: 'I_SalesDocument' }, facts)
  const after = filled.change?.after.slice('REPORT z.\n'.length).trimEnd()
  return { after, filled, made }
}

const FORMS: [before: string, after: string][] = [
  [
    'SELECT vbeln erdat FROM vbak INTO TABLE lt_rows WHERE kunnr = lv_kunnr.',
    'SELECT SalesDocument AS vbeln,\n       CreationDate AS erdat\n  FROM I_SalesDocument\n  WHERE SoldToParty = @lv_kunnr\n  INTO TABLE @lt_rows.',
  ],
  [
    'SELECT SINGLE vbeln FROM vbak WHERE vbeln = @lv_vbeln INTO @DATA(found).',
    'SELECT SINGLE SalesDocument AS vbeln\n  FROM I_SalesDocument\n  WHERE SalesDocument = @lv_vbeln\n  INTO @DATA(found).',
  ],
  [
    "SELECT a~vbeln AS number FROM vbak AS a WHERE a~erdat IN @s_date AND NOT ( a~kunnr LIKE 'A%' OR a~netwr > 5 ) ORDER BY a~erdat DESCENDING, a~vbeln INTO TABLE @DATA(rows) UP TO 10 ROWS.",
    "SELECT SalesDocument AS number\n  FROM I_SalesDocument\n  WHERE CreationDate IN @s_date AND NOT ( SoldToParty LIKE 'A%' OR TotalNetAmount > 5 )\n  ORDER BY CreationDate DESCENDING, SalesDocument\n  INTO TABLE @DATA(rows)\n  UP TO 10 ROWS.",
  ],
  [
    'SELECT vbeln FROM vbak INTO CORRESPONDING FIELDS OF TABLE lt FOR ALL ENTRIES IN lt_keys WHERE vbeln = lt_keys-vbeln.',
    'SELECT SalesDocument AS vbeln\n  FROM I_SalesDocument\n  FOR ALL ENTRIES IN @lt_keys\n  WHERE SalesDocument = @lt_keys-vbeln\n  INTO CORRESPONDING FIELDS OF TABLE @lt.',
  ],
  [
    'SELECT kunnr, SUM( netwr ) AS total, COUNT( * ) AS n FROM vbak GROUP BY kunnr HAVING COUNT( * ) > 1 INTO TABLE @DATA(t).',
    'SELECT SoldToParty AS kunnr,\n       SUM( TotalNetAmount ) AS total,\n       COUNT( * ) AS n\n  FROM I_SalesDocument\n  GROUP BY SoldToParty\n  HAVING COUNT( * ) > 1\n  INTO TABLE @DATA(t).',
  ],
  [
    'SELECT vbeln erdat FROM vbak INTO (lv_v, lv_d) WHERE kunnr = space.\n  WRITE lv_v.\nENDSELECT.',
    'SELECT SalesDocument AS vbeln,\n       CreationDate AS erdat\n  FROM I_SalesDocument\n  WHERE SoldToParty = @space\n  INTO (@lv_v, @lv_d).\n  WRITE lv_v.\nENDSELECT.',
  ],
]
for (const [before, after] of FORMS)
  test(`translates ${before.slice(0, 70)}`, () => {
    const made = replace(before)
    assert.equal(made.after, after)
    assert.deepEqual(made.filled.gaps, [])
    // The result can be parsed again.
    const again = readStatements({ filename: 'z.prog.abap', text: `REPORT z.\n${made.after}\n` })
    assert.equal(again.selects[0]!.table, 'I_SALESDOCUMENT')
    assert.equal(again.selects[0]!.unsupported, undefined)
  })

const NOT_REPLACED: [statement: string, reason: RegExp][] = [
  ['SELECT * FROM vbak INTO TABLE @DATA(t).', /all fields/],
  ['SELECT a~vbeln FROM vbak AS a INNER JOIN vbap AS b ON a~vbeln = b~vbeln INTO TABLE @DATA(t).', /joins/],
  ['SELECT (fields) FROM vbak INTO TABLE lt.', /run time/],
  ['SELECT vbeln FROM vbak WHERE (cond) INTO TABLE @DATA(t).', /run time/],
  ['SELECT vbeln FROM vbak CLIENT SPECIFIED INTO TABLE lt.', /other clients/],
  ['SELECT SINGLE FOR UPDATE vbeln FROM vbak INTO lv WHERE vbeln = lv.', /locks/],
  ['SELECT vbeln FROM vbak ORDER BY PRIMARY KEY INTO TABLE @DATA(t).', /primary key/],
  ['SELECT vbeln FROM vbak WHERE vbeln IN ( SELECT vbeln FROM vbap ) INTO TABLE @DATA(t).', /another SELECT|combines/],
  ['SELECT SINGLE * FROM vbak WHERE vbeln = lv.', /no INTO/],
  ['SELECT vbeln FROM vbak UNION SELECT vbeln FROM vbap INTO TABLE @DATA(t).', /another SELECT|combines/],
]
for (const [statement, reason] of NOT_REPLACED)
  test(`does not replace ${statement.slice(0, 60)}`, () => {
    const { after, filled } = replace(statement)
    assert.equal(after, undefined)
    assert.equal(filled.gaps[0]?.kind, 'statement')
    assert.match(filled.gaps[0]!.text, reason)
  })

test('an unmapped field becomes a gap that does not activate and fails its test', () => {
  const { after, filled, made } = replace('SELECT vbeln zzfield FROM vbak INTO TABLE lt WHERE zzother = 1.')
  assert.deepEqual(
    filled.gaps.map(({ id }) => id),
    ['field/VBAK-ZZFIELD', 'field/VBAK-ZZOTHER'],
  )
  assert.match(after!, /TODO: GAP\(field\/VBAK-ZZFIELD\)[\s\S]*gap_zzfield AS zzfield[\s\S]*WHERE gap_zzother = 1/)
  const tests = made.files.find(({ role }) => role === 'test')!.content
  assert.equal(tests.match(/=>fail\(/g)!.length, 2)
  assert.match(tests, /SELECT SalesDocument AS vbeln/)
  const diff = made.files.find(({ language }) => language === 'diff')!.content
  assert.match(diff, /^--- a\/z\.prog\.abap\n\+\+\+ b\/z\.prog\.abap\n@@ /)
  assert.match(diff, /^-SELECT vbeln zzfield/m)
})

test('the entity with more mapped fields is ranked first', () => {
  const few = mapping('ZI_Few', { VBELN: 'Number1' }, 0.95)
  const ranked = rankEntities([few, I_SALESDOCUMENT.value], ['VBELN', 'ERDAT'])
  assert.deepEqual(
    ranked.map(({ entity, mapped, missing }) => [entity, mapped, missing]),
    [
      ['I_SalesDocument', 2, []],
      ['ZI_Few', 1, ['ERDAT']],
    ],
  )
})

test('without a source, typed fields and their condition are mapped', () => {
  const given = {
    table: 'VBAK',
    entity: 'I_SalesDocument',
    fields_before: 'vbeln, erdat',
    condition_before: "vbeln = @number AND kunnr <> 'VBELN'",
  }
  const { filled, made } = scaffoldOf('replace-select', given, { mappings: [I_SALESDOCUMENT] })
  const after = made.files.find(({ path }) => path === 'after.abap')!.content
  assert.match(
    after,
    /SELECT SalesDocument AS vbeln, CreationDate AS erdat\n {2}FROM I_SalesDocument\n {2}WHERE SalesDocument = @number AND SoldToParty <> 'VBELN'/,
  )
  assert.deepEqual(filled.gaps, [])
  assert.deepEqual(filled.missing, [])
})
