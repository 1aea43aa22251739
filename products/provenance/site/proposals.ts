// Proposals of a model, separate from what the rules have read, so that readers can tell them apart.
import { type Html, html } from '@veritrace/platform/http/pages/layout'
import type { ProfileClaim } from '../profiles/load-profile.ts'
import { badge, proofs, quote } from './parts.ts'

export const proposals = (claims: readonly ProfileClaim[]): Html | false =>
  claims.length > 0 &&
  html`<h2 id="proposed">Proposed by a model</h2>
<p>A language model reads these sentences this way. Each sentence is quoted exactly. None counts for or against the vendor.</p>
<ul class="rows">${claims.map(proposal)}</ul>`

const proposal = (claim: ProfileClaim): Html =>
  html`<li><strong>${claim.claim_text}</strong> ${badge(claim.state === 'unclear' ? 'the rules read it differently' : 'not read by a rule', 'warn')}<br>${quote(claim.snippet)}<br>${proofs(claim)}</li>`
