// Long lists that are short at first: the beginning is shown, the rest lies behind a native <details>, which needs no
// script and is found by the browser's own search.
import { type Html, html } from '@veritrace/platform/http/pages/layout'
import { counted } from './words.ts'

/** So few more are not worth a click. */
const WORTH_FOLDING = 2

/** The beginning by `show`, then the rest, to be opened; `what` is one of them in a word. */
export function folded<T>(items: readonly T[], first: number, what: string, show: Show<T>): Html {
  if (items.length < first + WORTH_FOLDING) return show(items, '')
  return html`${show(items.slice(0, first), '')}
<details class="more"><summary><span class="closed">Show all ${counted(items.length, what)}</span><span class="opened">Show fewer</span></summary>
${show(items.slice(first), ', the rest')}
</details>`
}
/** What it makes is named apart where it is the second part. */
type Show<T> = (items: readonly T[], part: '' | ', the rest') => Html
