// What a model proposes, apart from what the rules have read: readers are to see the difference.
import { type Html, html } from '@veritrace/platform/http/pages/layout'
import type { ProfileClaim } from '../vendors/load-profile.ts'
import { badge, proofs, quote } from './parts.ts'

export const proposals = (claims: readonly ProfileClaim[]): Html | false =>
  claims.length > 0 &&
  html`<h2 id="proposed">Proposed by a model</h2>
<p>A language model reads these sentences so. Each stands on its page word for word; none counts for or against the vendor.</p>
<ul class="rows">${claims.map(proposal)}</ul>`

const proposal = (claim: ProfileClaim): Html =>
  html`<li><strong>${claim.claim_text}</strong> ${badge(claim.state === 'unclear' ? 'the rules read it otherwise' : 'not read by a rule', 'warn')}<br>${quote(claim.snippet)}<br>${proofs(claim)}</li>`
