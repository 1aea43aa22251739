// The reader uses internals of the library, which may change with any version.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { libraryVersion } from './parts.ts'
import { openRepository } from './repository.ts'
import { traverse } from './traversal.ts'

test('the installed library is the version that the reader was written for', () => {
  assert.equal(libraryVersion(), '2.120.101')
})

test('the traversal continues after an error, with the scope that is open there', () => {
  const text = `CLASS zc DEFINITION PUBLIC.
 PUBLIC SECTION.
 METHODS run.
ENDCLASS.
CLASS zc IMPLEMENTATION.
 METHOD run.
  DATA a TYPE i.
  unknown_name = declared_this.
  a = 1.
 ENDMETHOD.
ENDCLASS.`
  const { registry, abap } = openRepository([{ filename: 'zc.clas.abap', text }])
  const seen: string[] = []
  traverse(registry, abap[0]!, ({ statement, scope, hasIssue }) => {
    const row = statement.getFirstToken().getRow()
    if (row > 6 && row < 10) seen.push(`${row} ${hasIssue ? 'issue' : 'fine'} ${scope.findVariable('a') ? 'a' : '-'}`)
  })
  assert.deepEqual(seen, ['7 fine a', '8 issue a', '9 fine a'])
})

test('a class below one that was not uploaded keeps its parameters', () => {
  const text = `CLASS zc DEFINITION PUBLIC INHERITING FROM cl_gui_control.
 PUBLIC SECTION.
 METHODS set_visible REDEFINITION.
 METHODS run IMPORTING p TYPE i.
ENDCLASS.
CLASS zc IMPLEMENTATION.
 METHOD set_visible.
 ENDMETHOD.
 METHOD run.
  p = 1.
 ENDMETHOD.
ENDCLASS.`
  const { registry, abap, objects } = openRepository([{ filename: 'zc.clas.abap', text }])
  assert.deepEqual(
    objects.map((object) => object.getName()),
    ['ZC'],
  )
  const known: boolean[] = []
  traverse(registry, abap[0]!, ({ statement, scope }) => {
    if (statement.getFirstToken().getRow() === 10) known.push(scope.findVariable('p') !== undefined)
  })
  assert.deepEqual(known, [true])
})

test('a view is found by each of its names', () => {
  const text = "@AbapCatalog.sqlViewName: 'ZSQL'\ndefine view ZV as select from ztab { field }"
  const files = [
    { filename: 'zv.ddls.asddls', text },
    { filename: 'z1.prog.abap', text: 'REPORT z1.\nDATA a TYPE zsql.\nDATA b TYPE zv.' },
  ]
  const { registry, abap } = openRepository(files)
  const issues: boolean[] = []
  traverse(registry, abap[0]!, ({ hasIssue }) => issues.push(hasIssue))
  assert.deepEqual(issues, [false, false, false])
})
