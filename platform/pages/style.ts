// The style sheet of pages of the embedded provider, with the same tokens and fonts as the web app.
import { FONT_FACES, MONO, SANS } from './fonts.ts'

export const TOKENS = `
${FONT_FACES}
:root {
  color-scheme: light dark;
  &[data-theme='light'] { color-scheme: light; }
  &[data-theme='dark'] { color-scheme: dark; }
  /* Print always uses the light theme. */
  @media print { &, &[data-theme] { color-scheme: light; } }
  --canvas: light-dark(oklch(0.981 0.0045 92), oklch(0.172 0.01 264));
  --surface: light-dark(oklch(1 0 0), oklch(0.207 0.011 264));
  --sunken: light-dark(oklch(0.967 0.0055 92), oklch(0.19 0.01 264));
  --line: light-dark(oklch(0.911 0.006 92), oklch(0.295 0.012 264));
  --line-control: light-dark(oklch(0.645 0.012 264), oklch(0.56 0.015 264));
  --ink: light-dark(oklch(0.225 0.022 264), oklch(0.95 0.005 264));
  --ink-2: light-dark(oklch(0.425 0.02 264), oklch(0.79 0.01 264));
  --ink-3: light-dark(oklch(0.505 0.017 264), oklch(0.69 0.012 264));
  --ink-inverse: light-dark(oklch(0.99 0.003 92), oklch(0.185 0.012 264));
  --solid: light-dark(oklch(0.255 0.025 264), oklch(0.945 0.006 264));
  --solid-hover: light-dark(oklch(0.345 0.03 264), oklch(0.87 0.01 264));
  --accent: light-dark(oklch(0.465 0.16 262), oklch(0.765 0.115 262));
  --focus: light-dark(oklch(0.555 0.195 262), oklch(0.72 0.15 262));
  --critical: light-dark(oklch(0.475 0.165 27), oklch(0.775 0.13 24));
  --critical-soft: light-dark(oklch(0.962 0.02 22), oklch(0.28 0.06 22));
  --critical-line: light-dark(oklch(0.875 0.07 22), oklch(0.415 0.095 22));
  --positive: light-dark(oklch(0.435 0.1 158), oklch(0.8 0.12 158));
  --positive-soft: light-dark(oklch(0.957 0.028 158), oklch(0.275 0.045 160));
  --positive-line: light-dark(oklch(0.865 0.065 158), oklch(0.395 0.065 160));
  --caution: light-dark(oklch(0.47 0.105 68), oklch(0.835 0.12 78));
  --caution-soft: light-dark(oklch(0.965 0.034 84), oklch(0.29 0.045 72));
  --caution-line: light-dark(oklch(0.88 0.085 82), oklch(0.41 0.07 72));
  --mark: light-dark(oklch(0.94 0.09 96), oklch(0.42 0.075 90));
}
`

export const STYLE = `${TOKENS}
* { box-sizing: border-box; margin: 0; }
html { -webkit-text-size-adjust: 100%; }
body {
  min-height: 100svh; display: grid; place-items: start center; padding: clamp(2rem, 11vh, 8rem) 1.25rem 2rem;
  background: var(--canvas); color: var(--ink);
  font: 0.9375rem/1.5 ${SANS};
}
main { width: 100%; max-width: 23rem; }
.brand { display: flex; align-items: center; gap: 0.5rem; margin-bottom: 2.25rem; font-weight: 600; letter-spacing: -0.01em; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 640; letter-spacing: -0.024em; text-wrap: balance; }
h1 + p { margin-top: 0.5rem; color: var(--ink-2); text-wrap: pretty; }
form { display: grid; gap: 1.125rem; margin-top: 1.75rem; }
form + form { margin-top: 0.75rem; }
.choices { display: grid; gap: 0.75rem; margin-top: 1.75rem; }
.choices form { display: none; }
label { display: grid; gap: 0.375rem; font-size: 0.8125rem; font-weight: 550; }
input {
  width: 100%; height: 2.75rem; padding: 0 0.75rem; font: inherit; font-size: 1rem; font-weight: 400; color: var(--ink);
  background: var(--surface); border: 1px solid var(--line-control); border-radius: 6px;
}
input[aria-invalid='true'] { border-color: var(--critical); }
button {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 1rem; font: inherit; font-weight: 550; cursor: pointer;
  color: var(--ink-inverse); background: var(--solid); border: 1px solid transparent; border-radius: 6px;
}
button:hover { background: var(--solid-hover); }
button.quiet { color: var(--ink); background: var(--surface); border-color: var(--line-control); }
button.quiet:hover { background: var(--sunken); }
input:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
/* Break long email addresses and URLs. */
:is(h1, p) { overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 2px; }
.alert {
  margin-top: 1.5rem; padding: 0.75rem 0.875rem; font-size: 0.875rem; color: var(--critical);
  background: var(--critical-soft); border: 1px solid var(--critical-line); border-radius: 6px;
}
.notice {
  margin-top: 1.5rem; padding: 0.75rem 0.875rem; font-size: 0.875rem; color: var(--positive);
  background: var(--positive-soft); border: 1px solid var(--positive-line); border-radius: 6px;
}
:is(.alert, .notice) strong { display: block; font-weight: 600; }
.hint { margin-top: -0.75rem; font-size: 0.8125rem; color: var(--ink-2); }
.after { margin-top: 1.5rem; font-size: 0.875rem; color: var(--ink-2); }
.demo { margin-top: 2.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.demo h2 { font-size: 0.8125rem; font-weight: 600; }
.demo p { margin-top: 0.25rem; font-size: 0.8125rem; color: var(--ink-2); }
.demo form { margin-top: 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin-top: 0.75rem; font-size: 0.8125rem; }
dt { color: var(--ink-2); }
dd { overflow-wrap: anywhere; font-family: ${MONO}; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`
