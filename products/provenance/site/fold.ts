// Shortens long lists: the first items are shown, the others are in a native <details>, which needs no script and which
// the browser can search.
import { type Html, html } from '@veritrace/platform/pages/layout'
import { counted } from './labels.ts'

/** Fewer items than this are not worth a click. */
const WORTH_FOLDING = 2

/** Renders the first items, then the others in a <details>. `what` is the singular noun for an item. */
export function folded<T>(items: readonly T[], first: number, what: string, show: Show<T>): Html {
  if (items.length < first + WORTH_FOLDING) return show(items, '')
  return html`${show(items.slice(0, first), '')}
<details class="more"><summary><span class="closed">Show all ${counted(items.length, what)}</span><span class="opened">Show fewer</span></summary>
${show(items.slice(first), ', the rest')}
</details>`
}
/** `part` distinguishes the label of the second table. */
type Show<T> = (items: readonly T[], part: '' | ', the rest') => Html
