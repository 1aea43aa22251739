// The catalogs of errors and events. Problem documents link to the lines of the first, so their ids never change.
import { ERRORS } from '@veritrace/contract/errors'
import { EVENT_TYPES } from '@veritrace/contract/event-types'
import { html } from '@veritrace/platform/pages/layout'
import type { Content } from '../frame.ts'
import { withCode } from './operation.ts'

export function errorsContent(): Content {
  const rows = Object.entries(ERRORS).map(
    ([code, error]) =>
      html`<tr id="${code}"><td><code>${code}</code></td><td>${error.status}</td><td>${error.title}</td><td>${withCode(error.help)}</td></tr>`,
  )
  return {
    title: 'Error codes',
    description: 'Every error code of the APIs, what it means and what to do.',
    body: html`<h1 class="long">Error codes</h1>
<p class="lede">Every error is a problem document (RFC 9457). Its <code>code</code> never changes, and its <code>type</code> links to a row below. See <a href="/docs/guides/errors">Handling errors</a>.</p>
<div class="table" tabindex="0" role="region" aria-label="All errors"><table><thead><tr><th>Code</th><th>Status</th><th>What it means</th><th>What to do</th></tr></thead><tbody>${rows}</tbody></table></div>`,
  }
}

export function eventsContent(products: readonly string[]): Content {
  const parts = (['account', ...products] as (keyof typeof EVENT_TYPES)[]).map((part) => {
    const rows = Object.entries(EVENT_TYPES[part]).map(
      ([type, meaning]) => html`<tr><th scope="row"><code>${type}</code></th><td>${meaning}</td></tr>`,
    )
    const title = `${part[0]!.toUpperCase()}${part.slice(1)}`
    return html`<h2 id="${part}">${title}</h2>
<div class="table" tabindex="0" role="region" aria-label="${title}"><table><thead><tr><th>Type</th><th>What happened</th></tr></thead><tbody>${rows}</tbody></table></div>`
  })
  return {
    title: 'Event types',
    description: 'Every event that the audit log records and webhooks send.',
    body: html`<h1 class="long">Event types</h1>
<p class="lede">The audit log records these events and webhooks send them. A webhook subscribes to names, to a prefix such as <code>page.*</code>, or to all. See <a href="/docs/guides/webhooks">Webhooks</a>.</p>
${parts}`,
  }
}
