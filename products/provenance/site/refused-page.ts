// What a page says that a link opened in vain.
import { ERRORS, type ErrorCode } from '@veritrace/contract/errors'
import { isAppError } from '@veritrace/platform/errors'
import { html } from '@veritrace/platform/http/pages/layout'
import type { SiteAnswer } from '@veritrace/platform/http/pages/site'

/** Of an error code, or of an error that is ours to show; others go on. */
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
