// The profile of a vendor as Markdown: each claim with its quote, page and date.
import type { EvidenceClaim, EvidenceProfile } from '@veritrace/contract/provenance/vendors'
import { isReadingProblem } from '../vendors/derive/gaps.ts'

export function profileMarkdown(
  { vendor, claims, sources, gaps, status_summary }: EvidenceProfile,
  day: string,
): string {
  const disputed = claims.filter(({ contradicted_by }) => contradicted_by.length > 0)
  const settled = claims.filter(({ contradicted_by }) => contradicted_by.length === 0)
  const groups = Map.groupBy(settled, ({ category }) => category)
  return [
    `# ${plain(vendor.display_name)}\n`,
    `Read from public sources up to ${day}. ${vendor.verified ? 'The vendor has verified its listing.' : 'Not an attestation of the vendor.'}\n`,
    table([
      ['Domain', vendor.primary_domain],
      ['Readiness', vendor.evidence_readiness_v1],
      ['Completeness', `${vendor.profile_completeness} of 100`],
      ['Sources', `${vendor.source_freshness}, ${vendor.source_status}`],
      ['AI Act, Article 50', vendor.ai_act_article50_ready],
      [
        'Score',
        vendor.trust_score_v1 ? `${vendor.trust_score_v1.score} (${vendor.trust_score_v1.risk_band})` : 'none yet',
      ],
      ...(status_summary ? [['Status page', status_summary.latest_signal || 'no signal']] : []),
    ]),
    disputed.length > 0 &&
      `## Pages disagree\n\nWhich of these is true? None counts as evidence.\n\n${disputed.map(claimText).join('\n')}`,
    ...[...groups].map(([category, some]) => `## ${titleOf(category)}\n\n${some.map(claimText).join('\n')}`),
    gapList('Not read', gaps.filter(isReadingProblem)),
    gapList(
      'Not found',
      gaps.filter((gap) => !isReadingProblem(gap)),
    ),
    `## Sources\n\n${sources.map(({ source_kind, url, source_status, last_success_at }) => `- ${plain(titleOf(source_kind))}: ${link(url)}, ${source_status}${last_success_at ? `, read ${last_success_at.slice(0, 10)}` : ''}\n`).join('')}`,
  ]
    .filter(Boolean)
    .join('\n')
}

const gapList = (title: string, gaps: EvidenceProfile['gaps']): string | false =>
  gaps.length > 0 && `## ${title}\n\n${gaps.map(({ message }) => `- ${plain(message)}\n`).join('')}`

const RELATIONS: Readonly<Record<EvidenceClaim['relation'], string>> = {
  supports: 'says so',
  refutes: 'says the opposite',
  mentions: 'mentions it',
  background: 'background',
}

const claimText = (claim: EvidenceClaim): string =>
  `- **${plain(claim.claim_text)}** (${RELATIONS[claim.relation]}, confidence ${claim.confidence.toFixed(2)})\n` +
  `  > ${plain(claim.snippet)}\n\n` +
  [claim, ...claim.also_at].map((place) => `  ${readAt(place)}\n`).join('')

const readAt = ({ source_url, fetched_at }: Pick<EvidenceClaim, 'source_url' | 'fetched_at'>): string =>
  `${link(source_url)}${fetched_at ? `, read ${fetched_at.slice(0, 10)}` : ''}`

const table = (rows: readonly (readonly string[])[]): string =>
  `| | |\n|---|---|\n${rows.map((cells) => `| ${cells.map(plain).join(' | ')} |\n`).join('')}`

const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Keeps text of vendors on one line and escapes Markdown and HTML. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')

/** Links a web address in angle brackets. Any other address is escaped as text. */
const link = (url: string): string => {
  const address = URL.parse(url)
  return address && /^https?:$/.test(address.protocol) ? `<${address.href}>` : plain(url)
}
