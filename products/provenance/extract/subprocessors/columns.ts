// Which column of a subprocessor table says what, by the words of its header.
import { placesIn } from '../language/places.ts'
import { matchable } from '../read/characters.ts'
import { namedInText } from './names.ts'

type Role = 'name' | 'purpose' | 'location' | 'corporate_location' | 'data' | 'safeguard' | 'date' | 'link' | 'other'

/** The first pattern that fits a header decides; "Entity Location" is a location, "Service provider" a name. */
const HEADERS: readonly [Role, RegExp][] = [
  ['date', /\bdate\b|\bsince\b|\badded\b|\beffective\b|\bupdated?\b/],
  [
    'safeguard',
    /\btransfers?\b|\bsafeguards?\b|\bmechanisms?\b|\bdpa\b|\bscc|\blegal basis\b|\badequacy\b|\bcertifications?\b|\bcomplian/,
  ],
  [
    'corporate_location',
    /\b(?:corporate|headquarter\w*|registered|incorporat\w+|hq)\b|\bcountry of (?:incorporation|registration|establishment)\b/,
  ],
  [
    'location',
    /\blocations?\b|\bcountr(?:y|ies)\b|\bregions?\b|\bterritor|\bjurisdiction|\bwhere\b|\bdata cent|\baddress\b|\bhosted\b|\bgeograph|\bplace of\b/,
  ],
  ['link', /\bwebsite\b|\burl\b|\blinks?\b|\bprivacy (?:policy|notice)\b|\bmore info|\bcontact\b/],
  [
    'purpose',
    /\bpurposes?\b|\bdescription\b|\bactivit|\bfunctions?\b|\bnature\b|\busage\b|\bservices? (?:provided|performed|description|offered)\b|\bsubject matter\b|\bwhat (?:they|it|we)\b|\bprocessing (?:details|operations|type)\b/,
  ],
  [
    'name',
    /\bsub[\s-]?processors?\b|\bentit(?:y|ies)\b|\bcompan(?:y|ies)\b|\bvendors?\b|\bsuppliers?\b|\bthird[\s-]part|\bproviders?\b|\borgani[sz]ations?\b|\bname\b|\bpartners?\b|\bprocessors?\b|\baffiliates?\b|\bsubsidiar/,
  ],
  ['data', /\bdata\b|\bcategor|\binformation\b/],
  [
    'purpose',
    /\bservices?\b|\buse[ds]?\b|\broles?\b|\breasons?\b|\bproducts?\b|\bprocessing\b|\btype\b|\bsolution\b|\bapplicable\b/,
  ],
]

function roleOf(header: string): Role {
  return HEADERS.find(([, pattern]) => pattern.test(header))?.[0] ?? 'other'
}

export type Columns = Partial<Record<Role, number>>

/** Of a table without headers: names first in nearly every row, then what they do; places wherever they stand. */
export function guessedColumns(rows: readonly (readonly string[])[]): Columns | undefined {
  const width = Math.max(...rows.map((cells) => cells.length))
  if (rows.length < 2 || width < 2 || width > 6) return undefined
  const share = (fits: (text: string) => boolean, column: number): number =>
    rows.filter((cells) => fits(cells[column] ?? '')).length / rows.length
  if (share((text) => namedInText(text) !== undefined, 0) < NEARLY_ALL) return undefined
  const others = Array.from({ length: width - 1 }, (_, index) => index + 1)
  const location = others.find(
    (column) => share((text) => text.length < 60 && placesIn(matchable(text)).length > 0, column) >= NEARLY_ALL,
  )
  const purpose = others.find((column) => column !== location)
  return { name: 0, ...(location !== undefined && { location }), ...(purpose !== undefined && { purpose }) }
}
const NEARLY_ALL = 0.8

/** Undefined when the headers are not those of a list of companies. */
export function columnsOf(headers: readonly string[]): Columns | undefined {
  const columns: Columns = {}
  headers.forEach((header, index) => {
    const role = roleOf(header)
    const target = role === 'location' && columns.location !== undefined ? 'corporate_location' : role
    columns[target] ??= index
  })
  // A list in groups: what the group is, is what its firms are there for.
  if (columns.purpose === undefined) {
    const group = headers.findIndex((header) => /^(?:category|categories|type|area)$/.test(header))
    if (group >= 0 && group !== columns.name) columns.purpose = group
  }
  const described = columns.purpose ?? columns.location ?? columns.data ?? columns.corporate_location
  if (columns.name === undefined && headers[0] === '' && described !== undefined) columns.name = 0
  if (columns.name === undefined) return undefined
  const explicit = /sub[\s-]?processor/.test(headers[columns.name] ?? '')
  return described !== undefined || explicit ? columns : undefined
}
