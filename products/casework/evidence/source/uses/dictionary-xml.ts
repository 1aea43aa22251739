// Names in the XML of dictionary objects, by the elements that abapGit writes. Only these elements are matched, so that
// entities and nesting cannot do harm.
import type { Access } from '../../../estate/estate.ts'
import { addUse, type Form, type Found, type Vote, vote } from './found.ts'

interface Document {
  found: Found
  file: string
  text: string
  /** Offsets of the line starts. */
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
    for (const block of blocks(document, 'DD26V')) put(document, tagIn(block, 'TABNAME'), 'rows', 'read')
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

interface Tag {
  text: string
  /** Offset in the document. */
  at: number
}

function put(document: Document, tag: Tag | undefined, form: Form, access: Access, name = tag?.text): void {
  const upper = name?.trim().toUpperCase()
  if (!tag || !upper || !NAME.test(upper)) return
  const voted = VOTES[form]
  if (voted) vote(document.found, upper, voted)
  const line = lineAt(document.starts, tag.at)
  const place = { file: document.file, line, column: tag.at - document.starts[line - 1]! + 1, length: upper.length }
  addUse(document.found, { ...place, name: upper, form, access, from: 'description' })
}

function readTag(document: Document, tag: string, form: Form, access: Access): void {
  for (const found of tagsIn({ text: document.text, at: 0 }, tag)) put(document, found, form, access)
}

/** Skips empty values. */
function* tagsIn({ text, at }: Tag, tag: string): Generator<Tag> {
  const [open, close] = [`<${tag}>`, `</${tag}>`]
  for (let from = text.indexOf(open); from >= 0; from = text.indexOf(open, from + 1)) {
    const begin = from + open.length
    const end = text.indexOf('<', begin)
    if (end > begin && text.startsWith(close, end)) yield { text: text.slice(begin, end).trim(), at: at + from }
  }
}

const tagIn = (block: Tag, tag: string): Tag | undefined => tagsIn(block, tag).next().value ?? undefined
const textIn = (block: Tag, tag: string): string => tagIn(block, tag)?.text ?? ''

function* blocks({ text }: Document, tag: string): Generator<Tag> {
  for (let from = text.indexOf(`<${tag}>`); from >= 0; from = text.indexOf(`<${tag}>`, from + 1)) {
    const end = text.indexOf(`</${tag}>`, from)
    if (end < 0) return
    yield { text: text.slice(from, end), at: from }
  }
}

/** Form of a field's type, by COMPTYPE. */
const COMPONENTS: Readonly<Record<string, Form>> = { S: 'structure', L: 'table_type', E: 'element' }

function readFields(document: Document): void {
  for (const block of blocks(document, 'DD03P')) {
    const rolled = tagIn(block, 'ROLLNAME')
    const kind = textIn(block, 'COMPTYPE')
    if (/^\.(?:INCLU|APPEND)/.test(textIn(block, 'FIELDNAME')))
      put(document, tagIn(block, 'PRECFIELD'), 'structure', 'type')
    else if (rolled && kind === 'R') {
      if (/^[CI]$/.test(textIn(block, 'REFTYPE'))) put(document, rolled, 'class', 'type')
    } else if (rolled) put(document, rolled, COMPONENTS[kind] ?? 'element', 'type')
    put(document, tagIn(block, 'CHECKTABLE'), 'structure', 'type')
  }
}

function readRowType(document: Document): void {
  const whole = { text: document.text, at: 0 }
  const kind = textIn(whole, 'ROWKIND')
  put(document, tagIn(whole, 'ROWTYPE'), kind === 'R' ? 'class' : (COMPONENTS[kind] ?? 'type'), 'type')
}

const BUILT_IN =
  /^(?:STRING|XSTRING|C|N|I|D|T|P|F|X|B|S|ANY|TABLE|DATA|OBJECT|CSEQUENCE|CLIKE|NUMERIC|SIMPLE|XSEQUENCE|HASHED|SORTED|STANDARD|INDEX|INT8|DECFLOAT16|DECFLOAT34|UTCLONG|SY|SYST|ABAP_\w+)$/

/** Parameters of function modules. */
function readParameters(document: Document): void {
  for (const tag of ['RSIMP', 'RSEXP', 'RSCHA', 'RSTBL'])
    for (const block of blocks(document, tag)) {
      const typed = tagIn(block, 'TYP')
      const whole = typed ?? tagIn(block, 'DBFIELD') ?? tagIn(block, 'DBSTRUCT')
      const [name, part] = whole?.text.split(/=&gt;|=>|-/) ?? []
      if (!whole || !name || BUILT_IN.test(name) || /\s/.test(name)) continue
      if (/=(?:&gt;|>)/.test(whole.text)) put(document, whole, 'class', 'type', name)
      else put(document, whole, typed && part === undefined ? 'type' : 'structure', 'type', name)
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
