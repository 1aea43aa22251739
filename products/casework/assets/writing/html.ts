// A report as a self-contained HTML file, without scripts or links to our server.
import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#e3e1dd,#292d33);--ink:light-dark(#161c26,#edeef2);--page:light-dark(#fff,#15181d)}
body{font:15px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:60rem;margin:2.5rem auto;padding:0 1.25rem}
h1{font-size:1.75rem;line-height:1.2}h2{font-size:1.15rem;margin-top:2.2rem}
table{border-collapse:collapse;width:100%;font-size:.875rem}th,td{border-bottom:1px solid var(--line);padding:.35rem .6rem;text-align:left;vertical-align:top}
code{font:.85em ui-monospace,monospace}blockquote{margin:1rem 0;padding-left:.8rem;border-left:2px solid var(--line);opacity:.8}
@media print{body{margin:0}h2{break-after:avoid}tr{break-inside:avoid}}`

export function htmlPage({ title, markdown }: { title: string; markdown: string }): string {
  const body = sanitizeHtml(marked.parse(markdown, { async: false }), {
    allowedTags: [
      'h1',
      'h2',
      'h3',
      'p',
      'ul',
      'ol',
      'li',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'code',
      'blockquote',
      'strong',
      'em',
    ],
    allowedAttributes: {},
  })
  const name = sanitizeHtml(title, { allowedTags: [], allowedAttributes: {} })
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`
}
