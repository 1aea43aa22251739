// Writes rows in the SPARQL results formats: JSON, XML, CSV and TSV (W3C recommendations of 2013-03-21).

import { quotedCell } from '@veritrace/platform/csv'
import { XSD } from '../../terms/term.ts'
import { escapedXml } from '../../terms/xml.ts'
import type { JsonTerm } from '../oxigraph/lines.ts'
import { tokenOf } from '../oxigraph/lines.ts'

type Row = Readonly<Record<string, JsonTerm>>

interface RowFormat {
  begin(names: readonly string[]): string
  row(names: readonly string[], row: Row, index: number): string
  end: string
  boolean(value: boolean): string
}

const XMLNS = 'xmlns="http://www.w3.org/2005/sparql-results#"'
const XML = '<?xml version="1.0"?>'

export const ROW_FORMATS: Readonly<Record<string, RowFormat>> = {
  'application/sparql-results+json': {
    begin: (names) => `{"head":{"vars":${JSON.stringify(names)}},"results":{"bindings":[`,
    row: (names, row, index) => (index > 0 ? ',' : '') + JSON.stringify(Object.fromEntries(bound(names, row))),
    end: ']}}',
    boolean: (value) => `{"head":{},"boolean":${value}}`,
  },
  'application/sparql-results+xml': {
    begin: (names) =>
      `${XML}<sparql ${XMLNS}><head>${names.map((name) => `<variable name="${escapedXml(name)}"/>`).join('')}</head><results>`,
    row: (names, row) =>
      `<result>${bound(names, row)
        .map(([name, term]) => `<binding name="${escapedXml(name)}">${xmlTerm(term)}</binding>`)
        .join('')}</result>`,
    end: '</results></sparql>',
    boolean: (value) => `${XML}<sparql ${XMLNS}><head></head><boolean>${value}</boolean></sparql>`,
  },
  'text/csv': {
    begin: (names) => `${names.join(',')}\r\n`,
    row: (names, row) => `${names.map((name) => (row[name] ? csvTerm(row[name]) : '')).join(',')}\r\n`,
    end: '',
    boolean: String,
  },
  'text/tab-separated-values': {
    begin: (names) => `${names.map((name) => `?${name}`).join('\t')}\n`,
    row: (names, row) => `${names.map((name) => (row[name] ? tsvTerm(row[name]) : '')).join('\t')}\n`,
    end: '',
    boolean: String,
  },
}

const bound = (names: readonly string[], row: Row): [string, JsonTerm][] =>
  names.flatMap((name) => (row[name] ? [[name, row[name]] as [string, JsonTerm]] : []))

const csvTerm = ({ type, value }: JsonTerm): string => quotedCell(type === 'bnode' ? `_:${value}` : value)

const BARE: Readonly<Record<string, RegExp>> = {
  [`${XSD}integer`]: /^[+-]?\d+$/,
  [`${XSD}decimal`]: /^[+-]?\d*\.\d+$/,
  [`${XSD}double`]: /^[+-]?(?:\d+\.?\d*|\.\d+)[eE][+-]?\d+$/,
  [`${XSD}boolean`]: /^(?:true|false)$/,
}

const tsvTerm = (term: JsonTerm): string =>
  term.datatype && BARE[term.datatype]?.test(term.value) ? term.value : tokenOf(term)

function xmlTerm({ type, value, datatype, 'xml:lang': language }: JsonTerm): string {
  if (type !== 'literal') return `<${type}>${escapedXml(value)}</${type}>`
  const about = language ? ` xml:lang="${escapedXml(language)}"` : datatype ? ` datatype="${escapedXml(datatype)}"` : ''
  return `<literal${about}>${escapedXml(value)}</literal>`
}
