// The proof of a claim: the archived page with the sentence marked, and whether the sentence is still there.
import { type Html, html } from '@veritrace/platform/pages/layout'
import type { SiteAnswer, SitePage } from '@veritrace/platform/pages/site'
import type { Provenance } from '../deps.ts'
import { verdictOf } from '../proposals/settle.ts'
import { shown } from '../proposals/shown-proposals.ts'
import { listCurrent } from '../proposals/store.ts'
import { applyExpiry } from '../vendors/derive/clock.ts'
import { contradictions } from '../vendors/derive/contradictions.ts'
import { listClaimFacts } from '../vendors/facts-store.ts'
import { openArchive } from './archived-text.ts'
import { headingOf, ownVerdict } from './claim-labels.ts'
import { labelFor } from './labels.ts'
import { badge, outside, quote, shortAddress, verdictBadge, when } from './parts.ts'
import { findProof, findProposed, type Proof } from './proof-store.ts'

type Deps = Pick<Provenance, 'db' | 'blobs' | 'clock' | 'extractors' | 'model'>

export const proofPage = (deps: Deps): SitePage => {
  const textOf = openArchive(deps)
  return {
    path: '/c/:id',
    render: async ({ params }) => {
      const id = params.id ?? ''
      const proof = (await findProof(deps.db, id)) ?? (await proofOfProposal(deps, id))
      if (!proof) return undefined
      const isDisputed = proof.valid_to === null && (await isContradicted(deps, proof))
      return render({ ...proof, isDisputed }, proof.noarchive ? undefined : await textOf(proof))
    },
  }
}

/** Undefined if the document is no longer current, or if an operator has dismissed the proposal. */
async function proofOfProposal({ db, model }: Deps, id: string): Promise<Proof | undefined> {
  const proposal = model && (await findProposed(db, id))
  if (!proposal || proposal.decision === 'dismissed' || proposal.model !== model.name) return undefined
  const evidence = await listClaimFacts(db, [proposal.vendor_id])
  const verdict = verdictOf(proposal, evidence, await listCurrent(db, proposal.vendor_id, proposal.model))
  return {
    ...proposal,
    ...shown(proposal, verdict === 'disputed' ? verdict : 'supports'),
    valid_from: proposal.proposed_at,
  }
}

type Judged = Proof & { isDisputed: boolean }

async function isContradicted({ db, clock }: Deps, { id, vendor_id }: Proof): Promise<boolean> {
  const claims = applyExpiry(await listClaimFacts(db, [vendor_id]), clock.now())
  return contradictions(claims).some((claim) => claim.id === id)
}

function render(proof: Judged, text: string | undefined): SiteAnswer {
  const heading = headingOf(proof)
  return {
    title: `${proof.display_name}: ${heading}`,
    description: proof.snippet.slice(0, 200),
    body: html`<p class="crumbs"><a href="/vendors">Directory</a> / <a href="/vendors/${proof.slug}">${proof.display_name}</a></p>
<h1 class="long">${heading}</h1>
<p class="lede">${quote(proof.snippet)}</p>
${facts(proof)}
<p class="actions"><a class="button" href="${livePage(proof)}" rel="nofollow noopener noreferrer">Open the current page</a></p>
<h2>Archived page</h2>
${archive(proof, text)}`,
  }
}

const facts = (proof: Judged): Html => html`<dl class="facts">
<div><dt>Page</dt><dd>${outside(proof.source_url, shortAddress(proof.source_url))}</dd></div>
<div><dt>First read</dt><dd>${when(proof.valid_from)}</dd></div>
<div><dt>Still there</dt><dd>${proof.valid_to ? html`${badge('No', 'bad')} since ${when(proof.valid_to)}` : html`${badge('Yes', 'good')} when last read, ${when(proof.last_seen_at)}`}</dd></div>
<div><dt>Judged as</dt><dd>${verdictBadge(ownVerdict(proof))}${proof.isDisputed && html` ${badge('pages disagree', 'warn')} <a href="/vendors/${proof.slug}#contradictions">The other side</a>`}</dd></div>
<div><dt>Confidence</dt><dd>${proof.confidence.toFixed(2)} <span class="quiet-text">${Object.entries(proof.factors)
  .map(([name, factor]) => `${labelFor(name).toLowerCase()} ${factor}`)
  .join(', ')}</span></dd></div>
<div><dt>Rule</dt><dd>${proof.rule_id} <span class="quiet-text">version ${proof.rule_version}</span></dd></div>
</dl>`

const archive = (proof: Proof, text: string | undefined): Html => {
  if (proof.noarchive) return html`<p>The page asks not to be archived, so it is cited but not shown.</p>`
  if (text === undefined || text.slice(proof.snippet_start, proof.snippet_end) !== proof.snippet)
    return html`<p>The archived page cannot be shown. This is the text around the sentence:</p>
<blockquote id="quote" class="archive"><p>${proof.prefix}<mark>${proof.snippet}</mark>${proof.suffix}</p></blockquote>`
  const { snippet_start: start, snippet_end: end } = proof
  const from = Math.max(0, start - AROUND)
  const to = Math.min(text.length, end + AROUND)
  return html`<p>The text of the page on ${when(proof.fetched_at)}, without formatting. The SHA-256 of its bytes is <code>${proof.sha256}</code>.</p>
<blockquote class="archive">${from > 0 && html`<p class="quiet-text">…</p>`}${lines(text.slice(from, start))}<mark id="quote">${proof.snippet}</mark>${lines(text.slice(end, to))}${to < text.length && html`<p class="quiet-text">…</p>`}</blockquote>`
}
/** Characters shown on each side of the sentence. */
const AROUND = 6_000

const lines = (text: string): Html[] =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [html`${line}`] : [html`<br>${line}`]))

/** Browsers scroll to the text after `#:~:text=` (a text fragment). */
function livePage({ source_url, snippet }: Proof): string {
  const words = snippet.split(/\s+/)
  const ends = words.length > 12 ? [words.slice(0, 5).join(' '), words.slice(-5).join(' ')] : [words.join(' ')]
  const fragment = ends.map((end) => encodeURIComponent(end).replaceAll('-', '%2D')).join(',')
  return `${source_url.split('#')[0]}#:~:text=${fragment}`
}
