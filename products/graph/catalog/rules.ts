// Validation of distributions, and the decision whether we host their file. Pure functions.

import type {
  Checksum,
  DistributionPatch,
  NewDataset,
  NewDistribution,
  RdfSyntax,
} from '@veritrace/contract/graph/catalog'
import { ownValue } from '@veritrace/platform/names'

/** Common spellings without punctuation: `JSON-LD`, `application/ld+json`, `.ttl`. */
const SPELLINGS: Readonly<Record<string, RdfSyntax>> = {
  ntriples: 'n-triples',
  nt: 'n-triples',
  applicationntriples: 'n-triples',
  nquads: 'n-quads',
  nq: 'n-quads',
  applicationnquads: 'n-quads',
  turtle: 'turtle',
  ttl: 'turtle',
  textturtle: 'turtle',
  trig: 'trig',
  applicationtrig: 'trig',
  jsonld: 'json-ld',
  applicationldjson: 'json-ld',
  rdfxml: 'rdf-xml',
  rdf: 'rdf-xml',
  applicationrdfxml: 'rdf-xml',
}

/** Undefined for a syntax that we do not write. */
export function syntaxOf(name: string | null | undefined): RdfSyntax | undefined {
  const bare = name?.toLowerCase().replace(/[^a-z0-9]/g, '') ?? ''
  return ownValue(SPELLINGS, bare)
}

export interface FieldProblem {
  path: string
  message: string
}
type Verdict = { hosted: RdfSyntax } | { elsewhere: true } | { problems: FieldProblem[] }

/** Whether we host the file of a new distribution, or what is wrong if it is neither hosted nor linked. */
export function placeOfFile(body: NewDistribution, hasContext: boolean): Verdict {
  const syntaxes = [syntaxOf(body.mediaType), syntaxOf(body.format)]
  const syntax = syntaxes[0] ?? syntaxes[1]
  if (body.downloadURL || !syntax || !hasContext) return elsewhere(body, syntax !== undefined && !hasContext)
  const problems: FieldProblem[] = FILLED_IN.filter((path) => body[path] != null).map((path) => ({
    path,
    message: 'must be omitted, because the server sets it for hosted files',
  }))
  const agree = [body.mediaType, body.format].every((name, i) => !name || syntaxes[i] === syntax)
  if (!agree) problems.push({ path: 'format', message: 'and mediaType specify different syntaxes' })
  return problems.length > 0 ? { problems } : { hosted: syntax }
}
const FILLED_IN = ['byteSize', 'checksum'] as const

function elsewhere(body: NewDistribution, lacksContext: boolean): Verdict {
  if (body.downloadURL || body.accessURL) return { elsewhere: true }
  const message = lacksContext
    ? 'is required, because the dataset has no contextId from which a file could be written'
    : 'or downloadURL is required, unless you request a hosted file with an RDF syntax'
  return { problems: [{ path: 'accessURL', message }] }
}

const HEX_LENGTHS = { md5: 32, sha256: 64, sha384: 96, sha512: 128 }

/** A patch may leave a checksum without algorithm or value. */
export function checksumProblems(checksum: Partial<Checksum> | null | undefined): FieldProblem[] {
  if (!checksum) return []
  const { algorithm, value } = checksum
  if (!algorithm || !value) return [{ path: `checksum.${algorithm ? 'value' : 'algorithm'}`, message: 'is required' }]
  if (value.length === HEX_LENGTHS[algorithm]) return []
  return [{ path: 'checksum.value', message: `does not have the length of a ${algorithm} checksum` }]
}

export function datasetProblems({ contactPoint, temporal }: Partial<NewDataset>): FieldProblem[] {
  const isEmpty = (value: object | null | undefined) => value && Object.keys(value).length === 0
  return [
    ...(isEmpty(contactPoint) ? [{ path: 'contactPoint', message: 'needs a name, an email or a url' }] : []),
    ...(isEmpty(temporal) ? [{ path: 'temporal', message: 'needs a startDate or an endDate' }] : []),
    ...(temporal && endsTooEarly(temporal) ? [{ path: 'temporal.endDate', message: 'is before startDate' }] : []),
  ]
}

/** A date has no time zone, so a timestamp is compared with it by its own date. */
function endsTooEarly({ startDate, endDate }: NonNullable<NewDataset['temporal']>): boolean {
  if (startDate === undefined || endDate === undefined) return false
  if (startDate.length === DAY_LENGTH || endDate.length === DAY_LENGTH)
    return endDate.slice(0, DAY_LENGTH) < startDate.slice(0, DAY_LENGTH)
  return Date.parse(endDate) < Date.parse(startDate)
}
const DAY_LENGTH = '2026-01-31'.length

/** Fields of a patch that describe the file. For a hosted file they cannot be changed. */
export const fileFields = (patch: DistributionPatch): string[] =>
  ['downloadURL', 'mediaType', 'format', 'byteSize', 'checksum'].filter((field) => field in patch)

/** Matches anywhere in a text; escapes the wildcards of LIKE. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const EXTENSIONS: Readonly<Record<RdfSyntax, string>> = {
  'n-triples': 'nt',
  'n-quads': 'nq',
  turtle: 'ttl',
  trig: 'trig',
  'json-ld': 'jsonld',
  'rdf-xml': 'rdf',
}

/** The file name of a download, in plain ASCII because headers allow nothing else. */
export function fileName(title: string, id: string, syntax: RdfSyntax | undefined): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
  return `${plain.slice(0, 80) || id}${syntax ? `.${EXTENSIONS[syntax]}` : ''}`
}
