// The owner's own look on its page: logo and colour. The policy of pages lets none bring styles of its own, so both are
// drawn; and no colour of somebody else's is written with or on, since nobody knows whether it can be read there. Pure.
import type { Page } from '@veritrace/contract/provenance/pages'
import { type Html, html } from '@veritrace/platform/http/pages/layout'

const WIDTH = 200
const HEIGHT = 40
const PAD = 10

/** Nothing where the page has neither. */
export function brandOf(theme: Page['theme'], name: string): Html | undefined {
  const logo = logoOf(theme, name)
  if (!logo && !theme.primary_color) return undefined
  return html`${logo && html`<p class="logo">${logo}</p>`}${theme.primary_color && stripe(theme.primary_color)}`
}

/** An ornament: a page that is read without it, or where it cannot be seen, says the same. */
const stripe = (color: string) =>
  html`<p class="stripe"><svg width="64" height="4" aria-hidden="true"><rect width="64" height="4" rx="2" fill="${color}"/></svg></p>`

/** The policy loads pictures by https only. */
export const shownPicture = (address: string | null | undefined): string | undefined =>
  address && URL.parse(address)?.protocol === 'https:' ? address : undefined

/**
 * Each look has its logo. Where there is one for both, it stands on the ground that it was made for: dark letters would be
 * lost in the dark. Colours alone know which look holds, so what a mask paints white is seen in it.
 */
function logoOf(theme: Page['theme'], name: string): Html | undefined {
  const [light, dark] = [shownPicture(theme.logo_url), shownPicture(theme.dark_logo_url)]
  if (!light && !dark) return undefined
  if (light && dark)
    return framed(
      name,
      html`<mask id="in-light"><rect width="${WIDTH}" height="${HEIGHT}" fill="${IN_LIGHT}"/></mask><mask id="in-dark"><rect width="${WIDTH}" height="${HEIGHT}" fill="${IN_DARK}"/></mask><g mask="url(#in-light)">${picture(light)}</g><g mask="url(#in-dark)">${picture(dark)}</g>`,
    )
  const ground = light ? 'light-dark(transparent, #fff)' : 'light-dark(#17181c, transparent)'
  return framed(
    name,
    html`<rect x="${-PAD}" y="${-PAD}" width="${WIDTH + 2 * PAD}" height="${HEIGHT + 2 * PAD}" rx="6" fill="${ground}"/>${picture(light ?? dark!)}`,
  )
}

const IN_LIGHT = 'light-dark(#fff, #000)'
const IN_DARK = 'light-dark(#000, #fff)'

/** What it stands on reaches beyond it, so that the logo itself begins where the words below it do. */
const framed = (name: string, drawn: Html) =>
  html`<svg width="${WIDTH}" height="${HEIGHT}" overflow="visible" role="img" aria-label="${name}">${drawn}</svg>`

/** Whole, whatever its proportions. */
const picture = (address: string) =>
  html`<image href="${address}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMinYMid meet"/>`
