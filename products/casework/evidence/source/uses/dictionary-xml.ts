// What the XML of an object of the dictionary names, by the elements that abapGit writes. Read by these alone, so that no
// entity and no structure of a document can do harm.
import type { Access } from '../../../estate/estate.ts'
import { addUse, type Form, type Found, type Vote, vote } from './found.ts'

interface Document {
  found: Found
  file: string
  text: string
  /** Offsets at which lines begin. */
  starts: readonly number[]
}

const NAME = /^(?:\/\w+\/)?[\w$]+$/
const VOTES: Readonly<Partial<Record<Form, Vote>>> = {
  rows: 'rows',
  structure: 'structure',
  element: 'element',
  table_type: 'table_type',
}

export function readDictionaryXml(found: Found, type: string, file: string, text: string): void {
  READERS[type]?.({ found, file, text, starts: lineStarts(text) })
}

const READERS: Readonly<Record<string, (document: Document) => void>> = {
  TABL: readFields,
  DTEL: (document) => {
    readTag(document, 'DOMNAME', 'domain', 'type')
    readTag(document, 'SHLPNAME', 'search_help', 'use')
  },
  DOMA: (document) => readTag(document, 'ENTITYTAB', 'structure', 'type'),
  TTYP: readRowType,
  VIEW: (document) => {
    for (const [text, at] of blocks(document, 'DD26V')) put(document, tagIn(text, 'TABNAME'), 'rows', 'read', at)
  },
  SHLP: (document) => readTag(document, 'SELMETHOD', 'rows', 'read'),
  ENQU: (document) => readTag(document, 'ROOTTAB', 'rows', 'use'),
  TRAN: (document) => readTag(document, 'PGMNA', 'program', 'call'),
  ENHO: (document) => {
    readTag(document, 'BADI_NAME', 'badi', 'implement')
    readTag(document, 'PGMID_PROGRAM', 'program', 'use')
  },
  FUGR: readParameters,
  CLAS: (document) => readTag(document, 'REFCLSNAME', 'class', 'use'),
}

function put(document: Document, name: string | undefined, form: Form, access: Access, offset: number): void {
  const upper = name?.trim().toUpperCase()
  if (!upper || !NAME.test(upper)) return
  const voted = VOTES[form]
  if (voted) vote(document.found, upper, voted)
  const line = lineAt(document.starts, offset)
  const column = offset - document.starts[line - 1]! + 1
  addUse(document.found, { file: document.file, line, column, length: upper.length, name: upper, form, access })
}

function readTag(document: Document, tag: string, form: Form, access: Access): void {
  for (const match of document.text.matchAll(new RegExp(`<${tag}>([^<*]+)</${tag}>`, 'g')))
    put(document, match[1], form, access, match.index)
}

const tagIn = (text: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1]?.trim()

function* blocks({ text }: Document, tag: string): Generator<[string, number]> {
  for (let from = text.indexOf(`<${tag}>`); from >= 0; from = text.indexOf(`<${tag}>`, from + 1)) {
    const end = text.indexOf(`</${tag}>`, from)
    if (end < 0) return
    yield [text.slice(from, end), from]
  }
}

/** What COMPTYPE says a field is made of. */
const COMPONENTS: Readonly<Record<string, Form>> = { S: 'structure', L: 'table_type', E: 'element' }

function readFields(document: Document): void {
  for (const [text, at] of blocks(document, 'DD03P')) {
    const field = tagIn(text, 'FIELDNAME') ?? ''
    const rolled = tagIn(text, 'ROLLNAME')
    const kind = tagIn(text, 'COMPTYPE') ?? ''
    if (/^\.(?:INCLU|APPEND)/.test(field)) put(document, tagIn(text, 'PRECFIELD'), 'structure', 'type', at)
    else if (rolled && kind === 'R') {
      if (/^[CI]$/.test(tagIn(text, 'REFTYPE') ?? '')) put(document, rolled, 'class', 'type', at)
    } else if (rolled) put(document, rolled, COMPONENTS[kind] ?? 'element', 'type', at)
    const checked = tagIn(text, 'CHECKTABLE')
    if (checked && checked !== '*') put(document, checked, 'structure', 'type', at)
  }
}

function readRowType(document: Document): void {
  const rows = /<ROWTYPE>([^<]+)</.exec(document.text)
  if (!rows) return
  const kind = tagIn(document.text, 'ROWKIND') ?? ''
  const form = kind === 'R' ? 'class' : (COMPONENTS[kind] ?? 'type')
  put(document, rows[1], form, 'type', rows.index)
}

const BUILT_IN =
  /^(?:STRING|XSTRING|C|N|I|D|T|P|F|X|B|S|ANY|TABLE|DATA|OBJECT|CSEQUENCE|CLIKE|NUMERIC|SIMPLE|XSEQUENCE|HASHED|SORTED|STANDARD|INDEX|INT8|DECFLOAT16|DECFLOAT34|UTCLONG|SY|SYST|ABAP_\w+)$/

/** Parameters of function modules. */
function readParameters(document: Document): void {
  for (const tag of ['RSIMP', 'RSEXP', 'RSCHA', 'RSTBL'])
    for (const [text, at] of blocks(document, tag)) {
      const typed = tagIn(text, 'TYP')
      const whole = typed || tagIn(text, 'DBFIELD') || tagIn(text, 'DBSTRUCT')
      const [name, part] = whole?.split(/=&gt;|=>|-/) ?? []
      if (!whole || !name || BUILT_IN.test(name) || /\s/.test(name)) continue
      const isStructure = !typed || part !== undefined || (tag === 'RSTBL' && typed === undefined)
      if (/=(?:&gt;|>)/.test(whole)) put(document, name, 'class', 'type', at)
      else put(document, name, isStructure ? 'structure' : 'type', 'type', at)
    }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= offset) low = middle + 1
    else high = middle
  }
  return low
}
