// The style sheet of public pages that the server renders: our tokens and fonts, one sheet, no script.
import { MONO, SANS, SERIF } from './fonts.ts'
import { TOKENS } from './style.ts'

export const SITE_STYLE = `${TOKENS}
* { box-sizing: border-box; margin: 0; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 5rem; }
body {
  background: var(--canvas); color: var(--ink);
  font: 0.9375rem/1.6 ${SANS};
  -webkit-font-smoothing: antialiased;
}
.frame { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
header.site { border-bottom: 1px solid var(--line); background: var(--surface); }
header.site .frame { display: flex; align-items: center; gap: 1.5rem; min-height: 3.5rem; flex-wrap: wrap; padding-block: 0.5rem; }
.brand { display: flex; align-items: center; gap: 0.5rem; font-weight: 640; letter-spacing: -0.012em; color: inherit; text-decoration: none; }
header.site :is(nav, .account) { display: flex; gap: 1.25rem; align-items: center; font-size: 0.875rem; white-space: nowrap; }
header.site nav { margin-left: auto; }
header.site :is(nav, .account) a { color: var(--ink-2); text-decoration: none; padding: 0.375rem 0; }
header.site :is(nav, .account) a:hover { color: var(--ink); text-decoration: underline; text-underline-offset: 4px; }
.link { padding: 0.375rem 0; font: inherit; color: var(--ink-2); background: none; border: 0; cursor: pointer; }
.link:hover { color: var(--ink); text-decoration: underline; text-underline-offset: 4px; }
.link:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
main.frame { padding-block: clamp(2.5rem, 7vh, 5rem) 4.5rem; }
h2 + p { margin-top: 0.375rem; color: var(--ink-2); }
h1 { font-size: clamp(1.875rem, 5vw, 2.75rem); line-height: 1.12; font-weight: 660; letter-spacing: -0.03em; text-wrap: balance; max-width: 24ch; }
h2 { font-size: 1.1875rem; line-height: 1.4; font-weight: 620; letter-spacing: -0.012em; margin-top: 3rem; }
h3 { font-size: 1rem; font-weight: 600; letter-spacing: -0.006em; }
p { text-wrap: pretty; max-width: 68ch; }
:is(p, h1) { overflow-wrap: anywhere; }
.lede { margin-top: 1rem; font-size: 1.0625rem; color: var(--ink-2); max-width: 58ch; }
a { color: var(--accent); text-underline-offset: 2px; }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; max-width: none; margin-top: 1.75rem; }
.button { display: inline-block; padding: 0.5625rem 1rem; font-weight: 550; border-radius: 6px; text-decoration: none; color: var(--ink-inverse); background: var(--solid); border: 1px solid transparent; }
.button:hover { background: var(--solid-hover); }
.button.quiet { color: var(--ink); background: var(--surface); border-color: var(--line-control); }
.button.quiet:hover { background: var(--sunken); }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1rem; margin-top: 1.25rem; }
.card { padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 9px; }
.card { display: flex; flex-direction: column; }
.card p { margin-top: 0.375rem; color: var(--ink-2); }
.card .meta { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1rem; margin-top: auto; padding-top: 0.875rem; font-size: 0.8125rem; color: var(--ink-3); }
code { overflow-wrap: anywhere; }
code, pre { font-family: ${MONO}; font-size: 0.8125rem; }
pre { margin-top: 1rem; padding: 1rem 1.125rem; overflow-x: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: 9px; line-height: 1.7; }
pre + p { margin-top: 1rem; }
h2 + ul:not([class]) { margin-top: 0.5rem; padding-left: 1.25rem; color: var(--ink-2); max-width: 68ch; }
.rows { margin-top: 1.25rem; border: 1px solid var(--line); border-radius: 9px; background: var(--surface); overflow: hidden; padding: 0; list-style: none; }
.rows > * { padding: 0.875rem 1.125rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.rows > *:first-child { border-top: 0; }
.rows .between { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; justify-content: space-between; align-items: baseline; }
.quiet-text { color: var(--ink-3); font-size: 0.8125rem; }
p.quiet-text { margin-top: 2.5rem; }
.prose { margin-top: 0.375rem; color: var(--ink-2); max-width: 68ch; }
.prose > * + * { margin-top: 0.75rem; }
.prose ul, .prose ol { padding-left: 1.25rem; }
.prose pre { white-space: pre-wrap; }
h1 + .lede { margin-top: 1rem; }
.table { margin-top: 1.25rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 9px; background: var(--surface); }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
th, td { text-align: left; vertical-align: top; padding: 0.625rem 1rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; font-size: 0.75rem; font-weight: 550; color: var(--ink-3); background: var(--sunken); }
tr:target { background: var(--mark); }
td:nth-child(2) { font-variant-numeric: tabular-nums; }
.badge { display: inline-block; white-space: nowrap; padding: 0.0625rem 0.5rem; font-size: 0.75rem; font-weight: 550; border-radius: 99px; color: var(--positive); background: var(--positive-soft); border: 1px solid var(--positive-line); }
.badge.warn { color: var(--caution); background: var(--caution-soft); border-color: var(--caution-line); }
.badge.bad { color: var(--critical); background: var(--critical-soft); border-color: var(--critical-line); }
.badge.plain { color: var(--ink-2); background: var(--sunken); border-color: var(--line); }
h1.long { max-width: 36ch; font-size: clamp(1.5rem, 4vw, 2rem); overflow-wrap: anywhere; }
.crumbs { margin-bottom: 0.75rem; font-size: 0.875rem; color: var(--ink-3); }
/* Branding of a page owner; their logo may overflow its frame. */
.logo { margin-bottom: 1.75rem; }
.stripe { margin-bottom: 0.75rem; }
:is(.logo, .stripe) svg { display: block; max-width: 100%; }
.filters { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin-top: 1.75rem; }
.filters label { display: grid; gap: 0.25rem; font-size: 0.8125rem; color: var(--ink-2); }
.filters label.wide { flex: 1 1 16rem; }
.filters input, .filters select { font: inherit; font-size: 0.9375rem; color: var(--ink); background: var(--surface); border: 1px solid var(--line-control); border-radius: 6px; padding: 0.5rem 0.625rem; width: 100%; }
/* By default a select is lower than an input, and a button higher. */
.filters :is(input, select, button) { height: 2.625rem; }
.filters :is(input, select, button):focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
button.button { font: inherit; font-weight: 550; min-height: 2.5rem; cursor: pointer; }
.fields { display: grid; gap: 1rem; justify-items: start; max-width: 34rem; margin-top: 1rem; }
.fields label { display: grid; gap: 0.375rem; width: 100%; font-size: 0.8125rem; font-weight: 550; }
.fields label.check { grid-template-columns: auto 1fr; gap: 0.625rem; align-items: start; font-size: 0.9375rem; font-weight: 400; }
.fields input:not([type='checkbox']) { width: 100%; min-height: 2.5rem; padding: 0.5rem 0.625rem; font: inherit; font-size: 0.9375rem; font-weight: 400; color: var(--ink); background: var(--surface); border: 1px solid var(--line-control); border-radius: 6px; }
.fields input[type='checkbox'] { width: 1.125rem; height: 1.125rem; margin-top: 0.1875rem; accent-color: var(--accent); }
.fields input[aria-invalid='true'] { border-color: var(--critical); }
:is(.fields, .actions) :is(input, button):focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.notice.bad { margin-top: 0.75rem; padding: 0.625rem 0.875rem; font-size: 0.875rem; color: var(--critical); background: var(--critical-soft); border: 1px solid var(--critical-line); border-radius: 6px; }
.away { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.filters + p.quiet-text { margin-top: 1.25rem; max-width: none; }
p.quiet-text + .rows { margin-top: 0.5rem; }
.vendor { display: grid; grid-template-columns: 1fr auto; gap: 0.125rem 1rem; align-items: center; }
.vendor .badges { display: flex; flex-wrap: wrap; gap: 0.375rem; justify-content: end; }
.vendor .numbers { display: flex; flex-wrap: wrap; gap: 0 0.75rem; }
.empty { margin-top: 1.25rem; padding: 2.5rem 1.25rem; text-align: center; max-width: none; color: var(--ink-2); border: 1px dashed var(--line-control); border-radius: 9px; }
.pager { display: flex; gap: 1.25rem; justify-content: center; margin-top: 1.5rem; font-size: 0.875rem; color: var(--ink-3); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1px; margin-top: 1.75rem; background: var(--line); border: 1px solid var(--line); border-radius: 9px; overflow: hidden; }
.facts > div { padding: 0.875rem 1.125rem; background: var(--surface); }
.facts dt { font-size: 0.75rem; color: var(--ink-3); }
.facts dd { margin: 0.125rem 0 0; overflow-wrap: anywhere; }
.jump { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-top: 1.75rem; font-size: 0.875rem; }
.jump .quiet-text { display: inline-block; margin-inline-start: 0.3em; font-variant-numeric: tabular-nums; }
.more { margin-top: 0.625rem; }
.more > summary { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.25rem; padding: 0.3125rem 0.75rem; font-size: 0.875rem; font-weight: 550; color: var(--ink); background: var(--surface); border: 1px solid var(--line-control); border-radius: 6px; cursor: pointer; list-style: none; }
.more > summary::-webkit-details-marker { display: none; }
.more > summary::before { content: ''; width: 0.375rem; height: 0.375rem; margin: -0.1875rem 0.125rem 0; border: solid currentColor; border-width: 0 1.5px 1.5px 0; transform: rotate(45deg); }
.more > summary:hover { background: var(--sunken); }
.more > summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.more[open] > summary::before { margin-top: 0.1875rem; transform: rotate(225deg); }
.more:not([open]) > summary .opened, .more[open] > summary .closed { display: none; }
.more > :is(.rows, .table) { margin-top: 0.625rem; }
/* Both parts of a split table have the same columns. */
@media (min-width: 34.0625rem) {
  table[class] { table-layout: fixed; min-width: 40rem; }
  table[class] :is(th, td) { overflow-wrap: anywhere; }
  .certificates th:nth-child(-n + 2) { width: 20%; }
  .subprocessors th:nth-child(1) { width: 22%; }
  .subprocessors th:nth-child(3) { width: 17%; }
  .subprocessors th:nth-child(4) { width: 33%; }
  .score th:nth-child(1) { width: 24%; }
  .score th:nth-child(n + 2):nth-child(-n + 3) { width: 14%; }
  .sources th:nth-child(1) { width: 38%; }
}
@media print {
  .more::details-content { content-visibility: visible; }
  /* Navigation and buttons are useless on paper; table rows are not split across pages. */
  :is(header.site :is(nav, .account), .jump, .filters, .crumbs, .more > summary, footer.site) { display: none; }
  :is(tr, .rows > *) { break-inside: avoid; }
}
:is(.jump, footer.site, .meta, .crumbs) a { display: inline-block; padding-block: 0.125rem; }
.card .meta a { margin-block: -0.125rem; }
.as-of { margin-top: 1rem; }
q, blockquote.archive { font-family: ${SERIF}; }
q { quotes: '“' '”'; color: var(--ink-2); overflow-wrap: anywhere; }
.proof { font-size: 0.8125rem; color: var(--ink-3); }
th[scope='row'] { font-weight: 550; }
@media (min-width: 60rem) { th[scope='row'] { min-width: 9rem; } }
.sentence::first-letter { text-transform: uppercase; }
.sentence { display: inline-block; }
.change { margin-top: 0.25rem; font-size: 0.875rem; }
mark { background: var(--mark); color: inherit; border-radius: 3px; box-shadow: 0 0 0 3px var(--mark); }
.archive { margin: 1.25rem 0 0; padding: 1.25rem 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 9px; color: var(--ink-2); overflow-wrap: anywhere; }
.archive mark { color: var(--ink); }
.archive > :first-child { margin-top: 0; }
.archive + .proof { margin-top: 0.75rem; }
footer.site { border-top: 1px solid var(--line); padding: 1.5rem 0 2.5rem; color: var(--ink-3); font-size: 0.8125rem; }
footer.site .frame { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.5rem; }
footer.site a { color: inherit; }
/* Phones: table rows become paragraphs, and columns are stacked. */
@media (max-width: 34rem) {
  header.site .frame { row-gap: 0; padding-bottom: 0.25rem; }
  header.site .account { margin-left: auto; gap: 1rem; }
  header.site .account > :first-child { max-width: 34vw; overflow: hidden; text-overflow: ellipsis; }
  header.site nav[aria-label] { order: 1; margin-left: 0; width: 100%; flex-wrap: wrap; gap: 0 0.75rem; }
  header.site nav a { padding-block: 0.5rem; }
  main.frame { padding-top: 2rem; }
  h2 { margin-top: 2.25rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .vendor { grid-template-columns: 1fr; }
  .vendor .badges { justify-content: start; }
  .filters { display: grid; grid-template-columns: 1fr 1fr; }
  .filters :is(label.wide, label.wide ~ button) { grid-column: 1 / -1; }
  .facts { grid-template-columns: 1fr 1fr; }
  .facts > :is(:first-child, :last-child:nth-child(even)) { grid-column: 1 / -1; }
  .table thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .table tr { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; padding: 0.75rem 1rem; border-top: 1px solid var(--line); }
  .table tbody tr:first-child { border-top: 0; }
  .table :is(th, td) { padding: 0; border: 0; min-width: 0; overflow-wrap: anywhere; }
  .table th[scope='row'] { flex: 1 0 100%; }
  .table td:first-child ~ td:nth-child(n + 3) { flex: 1 0 100%; }
  .table td:empty { display: none; }
}
/* Touch targets are large enough, and so is the text, so that phones do not zoom into a field. */
@media (pointer: coarse) {
  .filters :is(input, select, button) { height: 2.75rem; }
  .more > summary { min-height: 2.75rem; }
  .filters :is(input, select), .fields input:not([type='checkbox']) { min-height: 2.75rem; font-size: 1rem; }
}
`
