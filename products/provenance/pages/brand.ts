// A trust page's logo and color, drawn as SVG because the content security policy forbids custom styles. The color is
// never used for text or behind text: we cannot know that it stays readable. Pure.
import type { Page } from '@veritrace/contract/provenance/pages'
import { type Html, html } from '@veritrace/platform/pages/layout'

const WIDTH = 200
const HEIGHT = 40
const PAD = 10

/** Undefined if the theme has neither a logo nor a color. */
export function brandOf(theme: Page['theme'], name: string): Html | undefined {
  const logo = logoOf(theme, name)
  if (!logo && !theme.primary_color) return undefined
  return html`${logo && html`<p class="logo">${logo}</p>`}${theme.primary_color && stripe(theme.primary_color)}`
}

/** Decorative only: the page says the same without it. */
const stripe = (color: string) =>
  html`<p class="stripe"><svg width="64" height="4" aria-hidden="true"><rect width="64" height="4" rx="2" fill="${color}"/></svg></p>`

/** The address if it is https: the content security policy loads no other images. */
export const shownPicture = (address: string | null | undefined): string | undefined =>
  address && URL.parse(address)?.protocol === 'https:' ? address : undefined

/**
 * The light and the dark theme may each have a logo. If there is only one, a background of the theme it was made for is drawn
 * under it: dark text would be invisible on a dark page. `light-dark()` works only in colors, so masks switch the images:
 * what a mask paints white is visible.
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

/** The background extends beyond the logo, so that the logo aligns with the text below it. */
const framed = (name: string, drawn: Html) =>
  html`<svg width="${WIDTH}" height="${HEIGHT}" overflow="visible" role="img" aria-label="${name}">${drawn}</svg>`

/** Scaled to fit, without distortion. */
const picture = (address: string) =>
  html`<image href="${address}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMinYMid meet"/>`
