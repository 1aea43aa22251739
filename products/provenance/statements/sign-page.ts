// The page where signers read a statement, and sign or decline it.
import type { StatementAnswer, StatementToSign } from '@veritrace/contract/provenance/statements'
import { isAppError } from '@veritrace/platform/errors'
import { Html, html } from '@veritrace/platform/http/pages/layout'
import type { SiteAnswer, SitePage } from '@veritrace/platform/http/pages/site'
import { refusedPage } from '../../../platform/http/pages/refused-page.ts'
import type { Provenance } from '../deps.ts'
import { answerStatement, readStatement } from './answer-statement.ts'

export const signPage = (deps: Provenance): SitePage => ({
  path: '/sign/:token',
  render: ({ params: { token = '' }, visitor }) => readStatement(deps, visitor, token).then(show, refusedPage),
  submit: async ({ params: { token = '' }, visitor, form }) => {
    try {
      return show(await answerStatement(deps, visitor, token, answerOf(form)))
    } catch (error) {
      if (!isAppError(error) || error.code !== 'invalid_body') return refusedPage(error)
      return { ...show(await readStatement(deps, visitor, token), form), status: 422 }
    }
  },
})

const answerOf = (form: URLSearchParams): StatementAnswer =>
  form.get('decision') === 'decline'
    ? { decision: 'decline', ...(textOf(form, 'reason') && { reason: textOf(form, 'reason').slice(0, 2000) }) }
    : { decision: 'sign', name: textOf(form, 'name').slice(0, 120), consent: form.get('consent') === 'yes' }

/** Removes U+0000, which a form can contain but PostgreSQL cannot store. */
const textOf = (form: URLSearchParams, name: string): string => (form.get(name) ?? '').replaceAll('\0', '').trim()

/** `wrong` is a submitted form that failed validation. */
function show(statement: StatementToSign, wrong?: URLSearchParams): SiteAnswer {
  const { signer, status } = statement
  const isOpen =
    (status === 'sent' || status === 'viewed') && (signer.status === 'pending' || signer.status === 'viewed')
  return {
    title: wrong ? `Error: ${statement.title}` : statement.title,
    description: 'A statement to sign.',
    body: html`<p class="crumbs">For ${signer.name} (${signer.email})</p>
<h1 class="long">${statement.title}</h1>
${!isOpen && html`<p class="lede" role="status">${outcomeOf(statement)}</p>`}
<article class="archive prose">${new Html(statement.body_html)}</article>
<p class="proof">SHA-256 of this text: <code>${statement.body_sha256}</code></p>
${isOpen && forms(statement, wrong)}`,
  }
}

function outcomeOf({ signer, status, seal }: StatementToSign): string {
  if (status === 'signed') return `Everyone has signed. Seal: ${seal}.`
  if (signer.status === 'signed') return 'You have signed. Other signatures are still missing.'
  return signer.status === 'declined'
    ? 'You have declined to sign.'
    : 'This statement is closed because someone declined to sign.'
}

const forms = ({ consent_text, signer }: StatementToSign, wrong?: URLSearchParams): Html => html`
<h2 id="sign">Sign</h2>
${wrong && html`<p class="notice bad" id="problem" role="alert">To sign, type your name and check the box below it.</p>`}
<form method="post" class="fields" aria-labelledby="sign">
<label>Your full name
<input name="name" autocomplete="name" maxlength="120" required value="${wrong?.get('name') ?? ''}" placeholder="${signer.name}"${wrong && html` aria-invalid="true" aria-describedby="problem" autofocus`}>
</label>
<label class="check"><input type="checkbox" name="consent" value="yes" required> <span>${consent_text}</span></label>
<button class="button" name="decision" value="sign">Sign</button>
</form>
<h2 id="decline">Decline</h2>
<form method="post" class="fields" aria-labelledby="decline">
<label>Reason (optional)
<input name="reason" maxlength="2000">
</label>
<button class="button quiet" name="decision" value="decline">Decline to sign</button>
</form>`
