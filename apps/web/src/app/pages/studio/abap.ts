// Syntax highlighting for ABAP and CDS: keywords, strings, numbers and comments.
import { StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

const KEYWORDS = new Set(
  `add alias all and append as ascending assign assigning association at authority-check begin by call case catch cds
  changing check class class-data class-method class-methods class-pool clear close collect commit cond constants
  constructor continue conv corresponding create cursor data default define definition delete descending describe
  destination detail distinct do else elseif end end-of-selection endat endcase endclass endcatch enddo endform
  endfunction endif endinterface endloop endmethod endmodule endselect endtry endwhile entity event events exception
  exceptions exit exporting extend fetch field-symbol field-symbols final for form free from function generate get
  group handler hashed having if implementation implements import importing in include inheriting initial inner insert
  instance interface interfaces into is join key left leave let like line lines load loop memory message method methods
  mod modify module move new no-gaps node not object occurs of on open or order others outer output parameter
  parameters perform private program projection protected provide public purge raise raising range ranges read receive
  redefinition reduce ref refresh rejecting report result return returning returns right rollback root screen search
  section select select-options selection-screen set single skip sort sorted split standard start-of-selection static
  statics submit suppress switch syntax-check tables test-injection text then throw times to transaction transfer
  transporting try type type-pool type-pools types unassign union unique up update using value values view wait when
  where while with work write`.split(/\s+/),
)

interface Place {
  /** The delimiter of the current string, such as | or '. Empty outside strings. */
  text: string
  isComment: boolean
}

export function abapToken(stream: StringStream, place: Place): string | null {
  if (place.isComment) return restOfComment(stream, place)
  if (place.text) return restOfString(stream, place)
  // An asterisk starts a comment only in the first column.
  if (stream.sol() && stream.peek() === '*') return toEnd(stream)
  if (stream.eatSpace()) return null
  if (stream.match('"') || stream.match('//')) return toEnd(stream)
  if (stream.match('/*')) {
    place.isComment = true
    return restOfComment(stream, place)
  }
  const sign = stream.peek()
  if (sign === "'" || sign === '`' || sign === '|') {
    stream.next()
    place.text = sign
    return restOfString(stream, place)
  }
  if (stream.match(/^@[A-Za-z][\w.]*/)) return 'meta'
  if (stream.match(/^\d+(?:\.\d+)?\b/)) return 'number'
  const word = stream.match(/^[A-Za-z_/][\w/]*(?:-[A-Za-z]\w*)*/) as RegExpMatchArray | null
  if (word) return kindOf(word[0], stream)
  stream.next()
  return null
}

/** `select-options` is one keyword, while `sy-datum` and `wa-select` are fields. */
function kindOf(word: string, stream: StringStream): string | null {
  if (KEYWORDS.has(word.toLowerCase())) return 'keyword'
  const [first = ''] = word.split('-')
  if (first.length < word.length && KEYWORDS.has(first.toLowerCase())) {
    stream.backUp(word.length - first.length)
    return 'keyword'
  }
  return null
}

function toEnd(stream: StringStream): string {
  stream.skipToEnd()
  return 'comment'
}

function restOfComment(stream: StringStream, place: Place): string {
  while (!stream.eol()) {
    if (stream.match('*/')) {
      place.isComment = false
      break
    }
    stream.next()
  }
  return 'comment'
}

function restOfString(stream: StringStream, place: Place): string {
  while (!stream.eol()) if (stream.next() === place.text && !stream.eat(place.text)) return closed(place)
  // Strings end with the line.
  return closed(place)
}

function closed(place: Place): string {
  place.text = ''
  return 'string'
}

const CLASSES: Readonly<Record<string, string>> = {
  keyword: 'tok-keyword',
  string: 'tok-string',
  number: 'tok-number',
  comment: 'tok-comment',
  meta: 'tok-meta',
}

export const abap: Extension = [
  StreamLanguage.define<Place>({
    name: 'abap',
    startState: () => ({ text: '', isComment: false }),
    token: abapToken,
    languageData: { commentTokens: { line: '"' } },
  }),
  // Uses class names; the style sheet defines the colors.
  syntaxHighlighting({ style: (tags) => tags.map((tag) => CLASSES[String(tag)]).find(Boolean) ?? null }),
]
