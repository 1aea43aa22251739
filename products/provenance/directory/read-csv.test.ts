import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CsvRecord, decodeUtf8, readCsv } from './read-csv.ts'
import { type ReadRow, readListings, UnusableFile } from './read-listings.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const read = (text: string, size = 1_000): Promise<CsvRecord[]> => all(readCsv(inPieces(text, size)))
const cells = async (text: string): Promise<string[][]> => (await read(text)).map((record) => record.cells)

test('cells, quotes, doubled quotes and line breaks in quotes are read as RFC 4180 defines them', async () => {
  assert.deepEqual(await cells('a,b\r\n1,"x,y"\r\n2,"say ""hi"""\r\n3,"one\r\ntwo"\r\n'), [
    ['a', 'b'],
    ['1', 'x,y'],
    ['2', 'say "hi"'],
    ['3', 'one\r\ntwo'],
  ])
  assert.deepEqual(await cells('a,,\n"",b,""'), [
    ['a', '', ''],
    ['', 'b', ''],
  ])
})

test('any line ending ends a record, blank lines are skipped, and lines are counted like in an editor', async () => {
  const text = 'a\r\nb\n\n\rc\r"d\r\ne"\nf'
  assert.deepEqual(
    (await read(text)).map(({ line, cells: [cell] }) => [line, cell]),
    [
      [1, 'a'],
      [2, 'b'],
      [5, 'c'],
      [6, 'd\r\ne'],
      [8, 'f'],
    ],
  )
})

test('the result does not depend on how the text is split into chunks', async () => {
  const text = 'name,note\r\n"A ""b""","x\r\ny"\r\n"open,1\r\nC,2\r\n"D"x,3\r\nE,4\r\n'
  const whole = await read(text)
  for (const size of [1, 2, 3, 5, 7]) assert.deepEqual(await read(text, size), whole)
})

test('a broken record loses only its own line, and the lines it swallowed are read again', async () => {
  const text = 'a,b\n"open,1\nc,2\n"d"x,3\ne"f,4\ng,5\r\n"never closed\r\n\r\nh,6'
  assert.deepEqual(await read(text), [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: [], problem: 'there is text after a closing quote' },
    { line: 3, cells: ['c', '2'] },
    { line: 4, cells: [], problem: 'there is text after a closing quote' },
    { line: 5, cells: [], problem: 'there is a quote in a cell that is not quoted' },
    { line: 6, cells: ['g', '5'] },
    { line: 7, cells: [], problem: 'a quote is opened and not closed' },
    { line: 9, cells: ['h', '6'] },
  ])
})

test('an endless record does not fill the memory, and reading resumes after its first line', async () => {
  const long = await read(`a,b\n${'x'.repeat(150_000)}\nc,d\n"${'y\n'.repeat(60_000)}z,1`)
  assert.deepEqual(long.slice(0, 4), [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: [], problem: 'the record is longer than 100000 characters' },
    { line: 3, cells: ['c', 'd'] },
    { line: 4, cells: [], problem: 'the record is longer than 100000 characters' },
  ])
  assert.deepEqual(long.at(-1), { line: 60_004, cells: ['z', '1'] })
})

test('a byte order mark is removed, and bytes that are not UTF-8 are refused', async () => {
  const decode = (...bytes: number[]) =>
    all(
      decodeUtf8(
        (async function* () {
          yield Uint8Array.from(bytes)
        })(),
      ),
    )
  assert.equal((await decode(0xef, 0xbb, 0xbf, 0x61)).join(''), 'a')
  await assert.rejects(decode(0x61, 0xff))
  await assert.rejects(decode(0xc3), 'a truncated character')
})

const listings = (text: string): Promise<ReadRow[]> => all(readListings(inPieces(text, 50)))

test('columns are matched by name in any order, and columns of sources by their kind', async () => {
  const rows = await listings(
    'Domain;Vendor;Sub processors;subprocessors;DPA URL;aliases;color\nacme.example;Acme;;https://acme.example/subs;https://acme.example/dpa;Acme Inc|Acme Cloud;red;;\n',
  )
  const [row] = rows
  assert.ok(row && 'listing' in row)
  assert.deepEqual(row.listing, {
    name: 'Acme',
    slug: 'acme',
    domain: 'acme.example',
    aliases: ['Acme Inc', 'Acme Cloud'],
    hosts: [],
    description: '',
    website_url: 'https://acme.example/',
    sources: [
      { kind: 'subprocessors', url: 'https://acme.example/subs' },
      { kind: 'dpa', url: 'https://acme.example/dpa' },
    ],
  })
})

test('every bad row is reported with its line and reason, and the others are read', async () => {
  const rows = await listings(
    'name,domain,url\nA,a.example,\n,b.example,\nC,nowhere,\nA2,a.example,\nD,d.example,https://d.example/security\nE,e.example,x,y\n=1+1,f.example,\n',
  )
  assert.deepEqual(
    rows.map((row) => ('problem' in row ? [row.line, row.problem] : [row.line, row.listing.name])),
    [
      [2, 'A'],
      [3, 'the name is missing'],
      [4, '"nowhere" is not a domain'],
      [5, 'the domain a.example already appears in line 2'],
      [6, 'D'],
      [7, 'there are 4 cells, but only 3 columns'],
      [8, '=1+1'],
    ],
  )
})

test('an empty file, or one without a required column, is refused as a whole', async () => {
  await assert.rejects(listings('name,site\nA,a.example\n'), UnusableFile)
  await assert.rejects(listings(''), UnusableFile)
  await assert.rejects(listings('"name,domain'), UnusableFile)
})

test('a column named like a property of every JavaScript object is ignored', async () => {
  const [row] = await listings('name,domain,constructor,__proto__\nAcme,acme.example,x,y\n')
  assert.ok(row && 'listing' in row, JSON.stringify(row))
  assert.deepEqual([row.listing.name, row.listing.sources], ['Acme', []])
})
