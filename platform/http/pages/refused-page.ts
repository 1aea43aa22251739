// The page for a link that cannot be used.
import { ERRORS, type ErrorCode } from '@veritrace/contract/errors'
import { isAppError } from '@veritrace/platform/errors'
import { html } from '@veritrace/platform/http/pages/layout'
import type { SiteAnswer } from '@veritrace/platform/http/pages/site'

/** Shows an error code, or an error below 500. Any other error is thrown again. */
export function refusedPage(refused: unknown): SiteAnswer {
  if (typeof refused !== 'string' && !(isAppError(refused) && refused.status < 500)) throw refused
  const code = typeof refused === 'string' ? (refused as ErrorCode) : refused.code
  const { status, title, help } = ERRORS[code]
  const detail = typeof refused === 'string' || refused.message === `${title}.` ? help : refused.message
  return {
    title,
    description: title,
    status,
    ...(typeof refused !== 'string' && { headers: refused.headers }),
    body: html`<h1 class="long">${title}</h1><p class="lede">${detail}</p>`,
  }
}
