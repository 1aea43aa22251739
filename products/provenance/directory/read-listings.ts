// Reads vendors from a CSV file: maps columns to fields and yields good and bad rows in the order of the file.
import { ownValue } from '@veritrace/platform/names'
import { isSourceKind, SOURCE_KINDS } from '../sources/kinds.ts'
import { checkListing, type Listing, type RawListing } from './listing.ts'
import { type CsvRecord, readCsv } from './read-csv.ts'

export type ReadRow = { line: number; listing: Listing } | { line: number; problem: string }

/** The file as a whole cannot be used. */
export class UnusableFile extends Error {}

type Column = 'name' | 'domain' | 'slug' | 'aliases' | 'description' | 'website' | 'url' | 'kind' | `source:${string}`

const NAMES: Readonly<Record<string, Column>> = {
  name: 'name',
  display_name: 'name',
  vendor: 'name',
  domain: 'domain',
  primary_domain: 'domain',
  slug: 'slug',
  aliases: 'aliases',
  description: 'description',
  website: 'website',
  website_url: 'website',
  url: 'url',
  source_url: 'url',
  kind: 'kind',
  source_kind: 'kind',
}

export async function* readListings(chunks: AsyncIterable<string>): AsyncGenerator<ReadRow> {
  const { delimiter, text } = await openText(chunks)
  let columns: (Column | undefined)[] | undefined
  const seen = new Map<string, number>()
  for await (const record of readCsv(text, delimiter)) {
    if (!columns) columns = columnsOf(record)
    else yield rowOf(record, columns, seen)
  }
  if (!columns) throw new UnusableFile('The file is empty.')
}

/** Spreadsheets of some countries write semicolons, so the first line decides. */
async function openText(chunks: AsyncIterable<string>): Promise<{ delimiter: string; text: AsyncIterable<string> }> {
  const source = chunks[Symbol.asyncIterator]()
  let head = ''
  while (!/[\r\n]/.test(head)) {
    const { value, done } = await source.next()
    if (done) break
    head += value
  }
  const [first = ''] = head.split(/[\r\n]/)
  const count = (mark: string): number => first.split(mark).length
  const delimiter = [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0]!
  const rest = { [Symbol.asyncIterator]: () => source }
  return { delimiter, text: joined(head, rest) }
}

async function* joined(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head
  yield* rest
}

function columnsOf({ cells, problem }: CsvRecord): (Column | undefined)[] {
  if (problem) throw new UnusableFile(`The first line cannot be read: ${problem}.`)
  const columns = cells.map((cell) =>
    columnOf(
      cell
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_'),
    ),
  )
  for (const needed of ['name', 'domain'] as const)
    if (!columns.includes(needed))
      throw new UnusableFile(
        `There is no column "${needed}". The first line must name the columns: name, domain, and optionally slug, aliases, description, website, url with kind, or a kind of source such as ${SOURCE_KINDS.slice(0, 6).join(', ')}.`,
      )
  return columns
}

function columnOf(header: string): Column | undefined {
  const kind = header.replace(/_url$/, '')
  return ownValue(NAMES, header) ?? (isSourceKind(kind) ? `source:${kind}` : undefined)
}

function rowOf(record: CsvRecord, columns: readonly (Column | undefined)[], seen: Map<string, number>): ReadRow {
  const { line, cells, problem } = record
  if (problem) return { line, problem }
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    return { line, problem: `there are ${cells.length} cells, but only ${columns.length} columns` }
  const checked = checkListing(rawOf(cells, columns))
  if ('problem' in checked) return { line, problem: checked.problem }
  const { listing } = checked
  for (const key of [`slug ${listing.slug}`, `domain ${listing.domain}`]) {
    const first = seen.get(key)
    if (first) return { line, problem: `the ${key} already appears in line ${first}` }
  }
  seen.set(`slug ${listing.slug}`, line).set(`domain ${listing.domain}`, line)
  return { line, listing }
}

function rawOf(cells: readonly string[], columns: readonly (Column | undefined)[]): RawListing {
  const at = (column: Column): string => (cells[columns.indexOf(column)] ?? '').trim()
  const sources = columns.flatMap((column, index) => {
    const url = (cells[index] ?? '').trim()
    return column?.startsWith('source:') && url !== '' ? [{ kind: column.slice('source:'.length), url }] : []
  })
  const url = at('url')
  return {
    name: at('name'),
    domain: at('domain'),
    slug: at('slug'),
    aliases: at('aliases').split(/[;|]/),
    description: at('description'),
    website: at('website'),
    sources: url === '' ? sources : [...sources, { kind: at('kind').toLowerCase(), url }],
  }
}
