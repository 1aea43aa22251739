// `/.well-known/trust.json`: a list of pages published by the vendor itself, described in docs/trust-json.md.
import { normalAddress } from './address.ts'
import { isSourceKind, type SourceKind } from './kinds.ts'

export interface Manifest {
  name: string
  domain: string
  security_contact: string
  updated_at: string
  sources: { kind: SourceKind; url: string; title: string }[]
  certificates: {
    standard: string
    number: string
    issuer: string
    valid_from: string
    valid_until: string
    url: string
  }[]
}

export interface Problem {
  /** JSON Pointer (RFC 6901) to the error. */
  pointer: string
  message: string
}

const MOST_BYTES = 64 * 1024
const MOST_SOURCES = 100
const MOST_CERTIFICATES = 50
const LONGEST = 300
const VERSION = 'trust/1'

/** Uses all valid parts and reports errors in `problems`. `manifest` is undefined if nothing can be used. */
export function readManifest(bytes: Uint8Array, url: string): { manifest?: Manifest; problems: Problem[] } {
  const problems: Problem[] = []
  const complain = (pointer: string, message: string): void => void problems.push({ pointer, message })
  const root = bytes.length > MOST_BYTES ? undefined : objectOf(parsed(bytes))
  if (!root) return { problems: [{ pointer: '', message: `must be a JSON object of at most ${MOST_BYTES} bytes` }] }
  if (root.schema !== undefined && root.schema !== VERSION) {
    complain('/schema', `must be "${VERSION}"`)
    return { problems }
  }
  const text = (pointer: string, value: unknown): string => textAt(pointer, value, complain)
  const manifest: Manifest = {
    name: text('/name', root.name),
    domain: text('/domain', root.domain).toLowerCase(),
    security_contact: text('/security_contact', root.security_contact),
    updated_at: dateAt('/updated_at', root.updated_at, complain),
    sources: listAt('/sources', root.sources, MOST_SOURCES, complain).flatMap(([pointer, entry]) => {
      const found = normalAddress(text(`${pointer}/url`, entry.url), url)
      const kind = text(`${pointer}/kind`, entry.kind)
      if (!found) complain(`${pointer}/url`, 'must be an http or https address')
      if (!isSourceKind(kind)) complain(`${pointer}/kind`, 'is not a known kind of source')
      return found && isSourceKind(kind) ? [{ kind, url: found, title: text(`${pointer}/title`, entry.title) }] : []
    }),
    certificates: listAt('/certificates', root.certificates, MOST_CERTIFICATES, complain).flatMap(
      ([pointer, entry]) => {
        const standard = text(`${pointer}/standard`, entry.standard)
        if (standard === '') complain(`${pointer}/standard`, 'must name the standard')
        const certificate = {
          standard,
          number: text(`${pointer}/number`, entry.number),
          issuer: text(`${pointer}/issuer`, entry.issuer),
          valid_from: dateAt(`${pointer}/valid_from`, entry.valid_from, complain),
          valid_until: dateAt(`${pointer}/valid_until`, entry.valid_until, complain),
          url: normalAddress(text(`${pointer}/url`, entry.url), url) ?? '',
        }
        return standard === '' ? [] : [{ ...certificate, url: entry.url === undefined ? '' : certificate.url }]
      },
    ),
  }
  return { manifest, problems }
}

type Complain = (pointer: string, message: string) => void

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined

function listAt(
  pointer: string,
  value: unknown,
  most: number,
  complain: Complain,
): [string, Readonly<Record<string, unknown>>][] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > most) complain(pointer, `must be a list of at most ${most}`)
  if (!Array.isArray(value)) return []
  return value.slice(0, most).flatMap((entry: unknown, at) => {
    const found = objectOf(entry)
    if (!found) complain(`${pointer}/${at}`, 'must be an object')
    return found ? [[`${pointer}/${at}`, found]] : []
  })
}

function textAt(pointer: string, value: unknown, complain: Complain): string {
  if (value === undefined) return ''
  if (typeof value === 'string' && value.length <= LONGEST) return value.trim()
  complain(pointer, `must be text of at most ${LONGEST} characters`)
  return ''
}

function dateAt(pointer: string, value: unknown, complain: Complain): string {
  const text = textAt(pointer, value, complain)
  if (
    text === '' ||
    (/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.test(text) && !Number.isNaN(Date.parse(text)))
  )
    return text
  complain(pointer, 'must be a date such as 2027-06-30')
  return ''
}
