// Splits ABAP into statements of plain words, for the oracle. It shares no code with the reader, so that both cannot be wrong
// in the same way. It knows comments, literals, templates and chains, but not the grammar.

export interface Word {
  text: string
  upper: string
  line: number
  isLiteral: boolean
  /** True without a space between this word and the previous one. */
  isGlued: boolean
}

export interface Statement {
  words: readonly Word[]
  from: number
  to: number
  /** The text between EXEC SQL and ENDEXEC. */
  native?: string
}

interface Reader {
  text: string
  at: number
  line: number
  isSpaced: boolean
  words: (Word | 'colon' | 'comma')[]
  depth: number
  done: Statement[]
}

export function statementsOf(text: string): Statement[] {
  const reader: Reader = { text, at: 0, line: 1, isSpaced: true, words: [], depth: 0, done: [] }
  while (reader.at < text.length) readNext(reader)
  endStatement(reader)
  return reader.done
}

function readNext(reader: Reader): void {
  const { text, at } = reader
  const char = text[at]!
  if (char === '\n') {
    reader.line++
    skip(reader)
  } else if (/\s/.test(char)) skip(reader)
  else if (char === '"' || (char === '*' && (at === 0 || text[at - 1] === '\n'))) skipLine(reader)
  else if (char === "'" || char === '`') readLiteral(reader, char)
  else if (char === '|') readTemplate(reader)
  else if (char === '.') {
    reader.at++
    endStatement(reader)
  } else if (char === ':' || char === ',') {
    reader.at++
    reader.isSpaced = true
    // Inside parentheses a comma separates expressions, and a colon marks a host variable.
    if (reader.depth === 0) reader.words.push(char === ':' ? 'colon' : 'comma')
  } else if ('()[]'.includes(char)) {
    reader.depth = Math.max(0, reader.depth + ('(['.includes(char) ? 1 : -1))
    reader.at++
    put(reader, char, false)
  } else readWord(reader)
}

function skip(reader: Reader): void {
  reader.at++
  reader.isSpaced = true
}

function skipLine(reader: Reader): void {
  const end = reader.text.indexOf('\n', reader.at)
  reader.at = end < 0 ? reader.text.length : end
  reader.isSpaced = true
}

function put(reader: Reader, text: string, isLiteral: boolean, line = reader.line): void {
  reader.words.push({ text, upper: text.toUpperCase(), line, isLiteral, isGlued: !reader.isSpaced })
  reader.isSpaced = false
}

const WORD = /[^\s.,:()[\]'`|"]+/y

function readWord(reader: Reader): void {
  WORD.lastIndex = reader.at
  const word = WORD.exec(reader.text)![0]
  reader.at += word.length
  if (word.startsWith('##')) reader.isSpaced = true
  else put(reader, word, false)
}

/** A literal ends with its line, because ABAP has no multi-line literals. */
function readLiteral(reader: Reader, quote: string): void {
  const { text } = reader
  let value = ''
  let at = reader.at + 1
  for (; at < text.length && text[at] !== '\n'; at++)
    if (text[at] !== quote) value += text[at]
    else if (text[at + 1] === quote) value += text[at++]
    else break
  reader.at = at + (text[at] === quote ? 1 : 0)
  put(reader, value, true)
}

/** Skips the text of a template and reads the code in braces. */
function readTemplate(reader: Reader): void {
  const { text } = reader
  reader.at++
  while (reader.at < text.length) {
    const char = text[reader.at]!
    if (char === '\\') reader.at += 2
    else if (char === '|' || char === '\n') break
    else if (char === '{') readBraces(reader)
    else reader.at++
  }
  if (text[reader.at] === '|') reader.at++
  put(reader, '', true)
}

function readBraces(reader: Reader): void {
  reader.at++
  reader.isSpaced = true
  const { depth } = reader
  // Commas separate arguments here.
  reader.depth = depth + 1
  while (reader.at < reader.text.length && reader.text[reader.at] !== '}') {
    if (reader.text[reader.at] === '.') reader.at++
    else readNext(reader)
  }
  reader.at++
  reader.depth = depth
}

function endStatement(reader: Reader): void {
  const { words } = reader
  reader.words = []
  reader.depth = 0
  reader.isSpaced = true
  const before = reader.done.length
  for (const part of partsOf(words)) {
    const from = part[0]!.line
    reader.done.push({ words: part, from, to: Math.max(reader.line, ...part.map(({ line }) => line)) })
  }
  const last = reader.done.at(-1)
  if (last && reader.done.length > before) skipOtherLanguage(reader, last)
}

/** `DATA: a, b` means DATA a and DATA b. */
function partsOf(words: readonly (Word | 'colon' | 'comma')[]): Word[][] {
  const colon = words.indexOf('colon')
  const head = (colon < 0 ? [] : words.slice(0, colon)).filter((one) => typeof one !== 'string')
  if (colon < 0) return nonEmpty([words.filter((one) => typeof one !== 'string')])
  const parts: Word[][] = [[...head]]
  for (const word of words.slice(colon + 1))
    if (word === 'comma') parts.push([...head])
    else if (word !== 'colon') parts.at(-1)!.push(word)
  return nonEmpty(parts)
}

const nonEmpty = (parts: Word[][]): Word[][] => parts.filter(({ length }) => length > 0)

const startsWith = (statement: Statement, ...words: string[]): boolean =>
  words.every((word, at) => statement.words[at]?.upper === word)

/** Database SQL and database procedures have other comments and statement ends. */
function skipOtherLanguage(reader: Reader, last: Statement): void {
  if (startsWith(last, 'EXEC', 'SQL')) last.native = skipTo(reader, /^[ \t]*ENDEXEC\b/im)
  else if (startsWith(last, 'METHOD') && last.words[2]?.upper === 'BY' && last.words[3]?.upper === 'DATABASE')
    skipTo(reader, /^[ \t]*ENDMETHOD\b/im)
}

function skipTo(reader: Reader, end: RegExp): string {
  const rest = reader.text.slice(reader.at)
  const skipped = rest.slice(0, end.exec(rest)?.index ?? rest.length)
  reader.line += skipped.split('\n').length - 1
  reader.at += skipped.length
  return skipped
}
