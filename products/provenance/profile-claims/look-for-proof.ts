// Looks for the proof of a claim in the DNS, in a file, or in the head of the vendor's home page.
import { OutsideError } from '@veritrace/platform/outside/safe-fetch'
import { Parser } from 'htmlparser2'
import type { Provenance } from '../deps.ts'
import {
  fileOf,
  hasLine,
  isOwnHost,
  META_NAME,
  mailboxProblem,
  type Place,
  proofValue,
  recordName,
  siteOf,
} from './rules.ts'

/** absent: there was an answer without the proof. unknown: there was no answer, which proves nothing. */
export type Finding = { found: 'yes' } | { found: 'absent' | 'unknown'; error: string }
type Deps = Pick<Provenance, 'resolveTxt' | 'fetch'>

const YES: Finding = { found: 'yes' }
const absent = (error: string): Finding => ({ found: 'absent', error })
const unknown = (error: string): Finding => ({ found: 'unknown', error })

export async function lookForProof(deps: Deps, place: Place): Promise<Finding> {
  const value = proofValue(place.proof)
  if (place.method === 'dns_txt') return lookInDns(deps, recordName(place.primary_domain), value)
  if (place.method === 'well_known') return lookAt(deps, place, fileOf(place), (text) => hasLine(text, value))
  if (place.method === 'html_meta') return lookAt(deps, place, `${siteOf(place)}/`, (text) => hasMeta(text, value))
  // An email address was verified by its token. It is lost only if the vendor's domain changes.
  const problem = mailboxProblem(place.contact_email, place.primary_domain)
  return problem ? absent(problem) : YES
}

async function lookInDns({ resolveTxt }: Deps, name: string, value: string): Promise<Finding> {
  try {
    const records = await resolveTxt(name)
    return records.some((record) => record.trim() === value)
      ? YES
      : absent(`There is no TXT record ${name} with this value.`)
  } catch {
    return unknown(`The DNS did not answer for ${name}.`)
  }
}

const LIMITS = { maxBytes: 1_000_000, timeoutMs: 8_000, redirects: 3 }

async function lookAt(
  { fetch }: Deps,
  place: Place,
  url: string,
  isThere: (text: string) => boolean,
): Promise<Finding> {
  try {
    const { status, body, redirects } = await fetch(url, LIMITS)
    const strayed = redirects.find(({ to }) => !isOwnHost(new URL(to).hostname, place.primary_domain))
    if (strayed) return absent(`${url} redirects to another host.`)
    if (status >= 500 || status === 429) return unknown(`${url} answered ${status}.`)
    if (status !== 200) return absent(`${url} answered ${status}.`)
    return isThere(body.toString('utf8')) ? YES : absent(`${url} does not contain it.`)
  } catch (error) {
    if (error instanceof OutsideError) return unknown(`${url} could not be read (${error.kind}).`)
    throw error
  }
}

/** Only in the head: the body may contain text written by visitors. */
function hasMeta(html: string, value: string): boolean {
  let found = false
  let inHead = true
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'body') inHead = false
      if (inHead && name === 'meta' && attributes.name === META_NAME && attributes.content === value) found = true
    },
    onclosetag(name) {
      if (name === 'head') inHead = false
    },
  })
  parser.end(html)
  return found
}
