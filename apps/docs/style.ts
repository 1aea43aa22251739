// The look of the docs, on top of the site's. One column on a phone, three on a desk.
export const DOCS_STYLE = `
main.frame:has(> .docs) { max-width: 84rem; padding-block: 1.75rem 4rem; }
body:has(.docs) :is(header.site, footer) .frame { max-width: 84rem; }
.docs { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem 3rem; }
.docs-top { display: flex; gap: 0.75rem; align-items: center; }
.docs-top form { flex: 1; }
.docs-top label { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.docs-top input { width: 100%; height: 2.5rem; padding: 0 0.75rem; font: inherit; color: var(--ink); background: var(--surface); border: 1px solid var(--line-control); border-radius: 6px; }
.docs-top input::placeholder { color: var(--ink-3); opacity: 1; }
.docs-top input:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
.docs-top a { padding: 0.5rem 0.25rem; }
.docs-menu { font-size: 0.875rem; }
.docs-menu > details { padding: 0.375rem 0; }
.docs-menu > details > summary { padding: 0.25rem 0; font-weight: 600; cursor: pointer; }
.docs-menu summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.docs-menu ul { list-style: none; padding-left: 0.875rem; }
.docs-menu li a { display: block; padding: 0.25rem 0.5rem; margin-left: -0.5rem; border-radius: 5px; color: var(--ink-2); text-decoration: none; overflow-wrap: anywhere; }
.docs-menu li a:hover { color: var(--ink); background: var(--sunken); }
.docs-menu li a[aria-current] { color: var(--accent); font-weight: 550; background: var(--sunken); }
.docs-body { min-width: 0; max-width: 50rem; }
.docs-body > * + * { margin-top: 0.875rem; }
.docs-body h2 { margin-top: 2.5rem; }
.docs-body h3 { margin-top: 1.5rem; }
.docs-body h2 + p { color: inherit; }
.docs-body :is(ul, ol):not([class]) { padding-left: 1.25rem; max-width: 68ch; }
.docs-body li + li { margin-top: 0.25rem; }
.docs-body img { max-width: 100%; border: 1px solid var(--line); border-radius: 9px; }
.docs-body :not(pre) > code { padding: 0.0625rem 0.25rem; background: var(--sunken); border-radius: 4px; }
.docs-body table code { background: none; padding: 0; }
.docs-body .table { margin-top: 1rem; }
.docs-body blockquote { padding-left: 1rem; border-left: 3px solid var(--line); color: var(--ink-2); }
.docs-body .card ul { margin-top: 0.5rem; padding-left: 0; list-style: none; }
.docs-body .card h2 { margin-top: 0; font-size: 1rem; }
.docs-body p.quiet-text { margin-top: 2.5rem; }
.docs-body .op-type + dl, .docs-body h3 + p.quiet-text { margin-top: 0.5rem; }
.anchor { color: inherit; text-decoration: none; }
.anchor:hover { text-decoration: underline; }
.docs-toc { display: none; font-size: 0.8125rem; }
.docs-toc p { font-weight: 600; }
.docs-toc ul { list-style: none; padding: 0; margin-top: 0.5rem; border-left: 1px solid var(--line); }
.docs-toc a { display: block; padding: 0.1875rem 0 0.1875rem 0.75rem; color: var(--ink-2); text-decoration: none; overflow-wrap: anywhere; }
.docs-toc a:hover { color: var(--ink); text-decoration: underline; }
.docs-hits p { color: var(--ink-2); font-size: 0.875rem; max-width: none; }
.verb { display: inline-block; min-width: 3.75rem; padding: 0.0625rem 0.375rem; font: 600 0.6875rem/1.6 ui-monospace, monospace; text-align: center; border-radius: 5px; color: var(--ink-2); background: var(--sunken); border: 1px solid var(--line); }
.verb.get { color: var(--accent); }
.verb.post { color: var(--positive); background: var(--positive-soft); border-color: var(--positive-line); }
.verb:is(.put, .patch) { color: var(--caution); background: var(--caution-soft); border-color: var(--caution-line); }
.verb.delete { color: var(--critical); background: var(--critical-soft); border-color: var(--critical-line); }
.operations td:first-child { width: 5.5rem; }
.op + .op { margin-top: 3.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.op > h2 { margin-top: 0; }
.op-line { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-top: 0.5rem; max-width: none; }
.op-about { margin-top: 0.75rem; }
.op-example { margin-top: 1rem; }
.op-example .label { font-size: 0.75rem; color: var(--ink-3); }
.op-example pre { margin-top: 0.375rem; }
.op-example .response { max-height: 22rem; overflow: auto; }
.fields-of { margin-top: 0.5rem; border-top: 1px solid var(--line); }
.fields-of > div { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 1rem; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
.fields-of dt { overflow-wrap: anywhere; }
.fields-of dd { margin: 0; min-width: 0; }
.fields-of .required { margin-left: 0.5rem; font-size: 0.75rem; color: var(--critical); }
.field-type { display: block; font-size: 0.8125rem; color: var(--ink-3); overflow-wrap: anywhere; }
.fields-of .about { display: block; max-width: 60ch; }
.fields-of details > summary, .op-errors > summary { margin-top: 0.25rem; font-size: 0.8125rem; color: var(--accent); cursor: pointer; }
.op-errors { margin-top: 1.5rem; }
.fields-of details > dl { margin-left: 0.75rem; }
@media (max-width: 59.99rem) {
  .docs-menu { padding-top: 1.5rem; border-top: 1px solid var(--line); }
}
@media (min-width: 40rem) {
  .fields-of > div { grid-template-columns: minmax(9rem, 14rem) minmax(0, 1fr); }
}
@media (min-width: 60rem) {
  .docs { grid-template: 'top body' auto 'menu body' 1fr / 15.5rem minmax(0, 1fr); row-gap: 0.75rem; }
  .docs-top { grid-area: top; }
  .docs-top a { display: none; }
  .docs-body { grid-area: body; }
  .docs-menu { grid-area: menu; position: sticky; top: 1rem; align-self: start; max-height: calc(100vh - 2rem); overflow-y: auto; padding-right: 0.5rem; }
}
@media (min-width: 78rem) {
  .docs:has(> .docs-toc) { grid-template: 'top body toc' auto 'menu body toc' 1fr / 15.5rem minmax(0, 1fr) 14rem; }
  .docs-toc { grid-area: toc; display: block; position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto; }
}
`
