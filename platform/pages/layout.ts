// The layout of pages that the server renders itself. They work without scripts, in light and dark mode, and on phones.
import { createHash } from 'node:crypto'
import { STYLE } from './style.ts'

/** Text that is already safe HTML. Everything else is escaped when it is rendered. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}
type Piece = Html | string | number | undefined | null | false | readonly Piece[]

/** html`<p>${name}</p>`: escapes values, inserts Html unchanged, and omits false and undefined. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return new Html(parts.reduce((text, part, i) => text + render(values[i - 1]) + part))
}

/** Renders a complete document around `body`. */
export function page(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Veritrace</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<p class="brand">${MARK}<span>Veritrace</span></p>
${body}
</main>
</body>
</html>
`.text
}

/**
 * Headers for these pages. Browsers check the whole redirect chain after a form against `form-action`, so all targets
 * are listed. With `no-referrer` they would send `Origin: null` with our own forms.
 */
export function pageHeaders(formTargets: readonly (string | undefined)[] = []): Record<string, string> {
  const targets = ["'self'", ...new Set(formTargets.map(sourceOf).filter(Boolean))].join(' ')
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; font-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  }
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Our logo: two brackets around a point, for a quoted source. */
export const MARK = new Html(
  '<svg viewBox="0 0 20 20" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M7 3H3.5v14H7M13 3h3.5v14H13"/><circle cx="10" cy="10" r="2" fill="var(--accent)" stroke="none"/></svg>',
)

/** The origin of a URL, so that nothing in its path can end the directive. */
function sourceOf(address: string | undefined): string | undefined {
  const url = address ? URL.parse(address) : undefined
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : undefined
}

function render(value: Piece): string {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(render).join('')
  return String(value).replace(/[&<>"'`]/g, (c) => `&#${c.charCodeAt(0)};`)
}
