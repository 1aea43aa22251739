// What a distribution may say, and when we keep its file. Pure.

import type {
  Checksum,
  DistributionPatch,
  NewDataset,
  NewDistribution,
  RdfSyntax,
} from '@veritrace/contract/graph/catalog'
import { ownValue } from '@veritrace/platform/names'

/** The spellings that are in use, without their signs: `JSON-LD`, `application/ld+json`, `.ttl`. */
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

/** undefined for what is no syntax that we write. */
export function syntaxOf(name: string | null | undefined): RdfSyntax | undefined {
  const bare = name?.toLowerCase().replace(/[^a-z0-9]/g, '') ?? ''
  return ownValue(SPELLINGS, bare)
}

export interface FieldProblem {
  path: string
  message: string
}
type Verdict = { hosted: RdfSyntax } | { elsewhere: true } | { problems: FieldProblem[] }

/** Whether we keep the file of a new distribution, and what is wrong with it if it can be neither. */
export function placeOfFile(body: NewDistribution, hasContext: boolean): Verdict {
  const syntaxes = [syntaxOf(body.mediaType), syntaxOf(body.format)]
  const syntax = syntaxes[0] ?? syntaxes[1]
  if (body.downloadURL || !syntax || !hasContext) return elsewhere(body, syntax !== undefined && !hasContext)
  const problems: FieldProblem[] = FILLED_IN.filter((path) => body[path] != null).map((path) => ({
    path,
    message: 'is filled in by us',
  }))
  const agree = [body.mediaType, body.format].every((name, i) => !name || syntaxes[i] === syntax)
  if (!agree) problems.push({ path: 'format', message: 'and mediaType name different syntaxes' })
  return problems.length > 0 ? { problems } : { hosted: syntax }
}
const FILLED_IN = ['byteSize', 'checksum'] as const

function elsewhere(body: NewDistribution, lacksContext: boolean): Verdict {
  if (body.downloadURL || body.accessURL) return { elsewhere: true }
  const message = lacksContext
    ? 'is required, because the dataset has no contextId whose statements we could write'
    : 'or downloadURL is required, unless an RDF syntax asks us to write the file'
  return { problems: [{ path: 'accessURL', message }] }
}

const HEX_LENGTHS = { md5: 32, sha256: 64, sha384: 96, sha512: 128 }

/** What a patch has left of a checksum may lack a half of it. */
export function checksumProblems(checksum: Partial<Checksum> | null | undefined): FieldProblem[] {
  if (!checksum) return []
  const { algorithm, value } = checksum
  if (!algorithm || !value) return [{ path: `checksum.${algorithm ? 'value' : 'algorithm'}`, message: 'is required' }]
  if (value.length === HEX_LENGTHS[algorithm]) return []
  return [{ path: 'checksum.value', message: `has not the length of a ${algorithm}` }]
}

export function datasetProblems({ contactPoint, temporal }: Partial<NewDataset>): FieldProblem[] {
  const isEmpty = (value: object | null | undefined) => value && Object.keys(value).length === 0
  return [
    ...(isEmpty(contactPoint) ? [{ path: 'contactPoint', message: 'needs a name, an email or a url' }] : []),
    ...(isEmpty(temporal) ? [{ path: 'temporal', message: 'needs a startDate or an endDate' }] : []),
    ...(temporal && endsTooEarly(temporal) ? [{ path: 'temporal.endDate', message: 'is before startDate' }] : []),
  ]
}

/** A day has no time zone: beside one, a moment counts as the day that it names. */
function endsTooEarly({ startDate, endDate }: NonNullable<NewDataset['temporal']>): boolean {
  if (startDate === undefined || endDate === undefined) return false
  if (startDate.length === DAY_LENGTH || endDate.length === DAY_LENGTH)
    return endDate.slice(0, DAY_LENGTH) < startDate.slice(0, DAY_LENGTH)
  return Date.parse(endDate) < Date.parse(startDate)
}
const DAY_LENGTH = '2026-01-31'.length

/** Fields of a patch that describe the file itself, which for a hosted one are ours. */
export const fileFields = (patch: DistributionPatch): string[] =>
  ['downloadURL', 'mediaType', 'format', 'byteSize', 'checksum'].filter((field) => field in patch)

/** Inside a text, with the signs of LIKE taken as they are. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const EXTENSIONS: Readonly<Record<RdfSyntax, string>> = {
  'n-triples': 'nt',
  'n-quads': 'nq',
  turtle: 'ttl',
  trig: 'trig',
  'json-ld': 'jsonld',
  'rdf-xml': 'rdf',
}

/** What a download is saved as: plain ASCII, because a header takes nothing else. */
export function fileName(title: string, id: string, syntax: RdfSyntax | undefined): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
  return `${plain.slice(0, 80) || id}${syntax ? `.${EXTENSIONS[syntax]}` : ''}`
}
