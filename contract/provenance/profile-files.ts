// A vendor's evidence profile as a downloadable file: for a spreadsheet, a document or a tool. The JSON form is the profile itself.
import { endpoint, type Line } from '../endpoint.ts'
import { text } from '../media.ts'
import { asOf } from './vendors.ts'

const file = <const L extends Line>(line: L, summary: string, contentType: string, description: string) =>
  endpoint(line, {
    summary,
    auth: 'public',
    query: asOf,
    ok: text([contentType], description),
    errors: ['vendor_not_found'],
  })

export const profileFiles = {
  csv: file(
    'GET /vendors/{slug}/evidence-profile.csv',
    'Download the claims of a vendor as a spreadsheet',
    'text/csv',
    'RFC 4180 with one line per claim; values that look like formulas begin with an apostrophe',
  ),
  markdown: file(
    'GET /vendors/{slug}/evidence-profile.md',
    'Download the profile of a vendor as a document',
    'text/markdown',
    'CommonMark with a quote and its source for every claim',
  ),
  cyclonedx: file(
    'GET /vendors/{slug}/evidence-profile.cdx.json',
    'Download the profile of a vendor as CycloneDX declarations',
    'application/vnd.cyclonedx+json',
    'CycloneDX 1.6: claims with evidence and counter-evidence, attestations with conformance and confidence',
  ),
}
