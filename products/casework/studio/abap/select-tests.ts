// The unit test of a replaced SELECT. It reads the same rows from the table and from the entity and compares them. It fails
// if there are no rows, and as long as a gap is open. Pure.
import type { EntityMap } from './field-map.ts'
import type { Gap } from './gap.ts'
import { gapTests, testClass } from './wrapper-tests.ts'

const MOST_ROWS = 100

export function selectTests(table: string, map: EntityMap, fields: readonly string[], gaps: readonly Gap[]): string {
  const known = fields.flatMap((field) => {
    const element = map.elementOf(field)
    return element ? [{ field: field.toLowerCase(), element }] : []
  })
  const compare =
    known.length === 0 ? [] : [{ name: 'rows_are_the_same', body: compareBody(table.toLowerCase(), map.entity, known) }]
  const gapsOfTest = known.length === 0 && gaps.length === 0 ? [nothingCompared(table)] : []
  return testClass('ltc_same_rows', [...compare, ...gapsOfTest, ...gapTests(gaps)])
}

const nothingCompared = (table: string) => ({
  name: 'something_is_compared',
  body: [`cl_abap_unit_assert=>fail( \`No field of ${table} is compared.\` ).`],
})

function compareBody(table: string, entity: string, fields: readonly { field: string; element: string }[]): string[] {
  const list = (of: (one: { field: string; element: string }) => string) => fields.map(of).join(',\n         ')
  const order = (of: (one: { field: string; element: string }) => string) => fields.map(of).join(', ')
  return [
    'TYPES:',
    '  BEGIN OF ty_row,',
    ...fields.map(({ field }) => `    ${field} TYPE ${table}-${field},`),
    '  END OF ty_row.',
    'DATA before TYPE STANDARD TABLE OF ty_row WITH EMPTY KEY.',
    'DATA after TYPE STANDARD TABLE OF ty_row WITH EMPTY KEY.',
    '',
    `SELECT ${list(({ field }) => field)}`,
    `  FROM ${table}`,
    `  ORDER BY ${order(({ field }) => field)}`,
    '  INTO TABLE @before',
    `  UP TO ${MOST_ROWS} ROWS.`,
    '',
    `SELECT ${list(({ field, element }) => `${element} AS ${field}`)}`,
    `  FROM ${entity}`,
    `  ORDER BY ${order(({ element }) => element)}`,
    '  INTO TABLE @after',
    `  UP TO ${MOST_ROWS} ROWS.`,
    '',
    '" This test needs rows: run it in a system with data.',
    'cl_abap_unit_assert=>assert_not_initial( before ).',
    'cl_abap_unit_assert=>assert_equals(',
    '  exp = before',
    '  act = after ).',
  ].flatMap((row) => row.split('\n'))
}
