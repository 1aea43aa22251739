// Tables in EXEC SQL, found by the words before them. After a connection to another database, tables do not count as SAP's.
import { textOf } from '../abaplint/nodes.ts'
import { type At, note, voteFor } from './at.ts'

const TABLES = /\b(from|join|into|update)\s+"?((?:\/\w+\/)?[a-z]\w*)"?(\s*\.)?/gi
const WORDS = /^(?:select|set|dual|table|lateral|sysibm|sys)$/i

export function readNativeSql(at: At): void {
  const text = textOf(at.statement)
  if (/^\s*(?:connect\s+to|set\s+connection)\b/i.test(text)) {
    at.found.elsewhere.add(at.file)
    return
  }
  for (const [, word, name, schema] of text.matchAll(TABLES)) {
    // A name after a schema is not SAP's, and INTO :x is a variable.
    if (schema || WORDS.test(name!)) continue
    const isWrite = /^(?:into|update)$/i.test(word!)
    if (isWrite && /^\s*select\b/i.test(text)) continue
    const isDelete = /^\s*delete\b/i.test(text)
    voteFor(at, name!, 'rows')
    note(at, name!, 'rows', isWrite || isDelete ? 'write' : 'read', at.statement, { from: 'native_sql' })
  }
}
