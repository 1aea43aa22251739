// Elements that are not part of the page's visible content: code, menus, banners, hidden text.

const SKIPPED = new Set(
  'script style noscript template svg iframe object embed canvas select datalist textarea button nav dialog math audio video map'.split(
    ' ',
  ),
)
const BANNER =
  /(?:^|[\s_-])(?:cookie|consent|gdpr-?banner|onetrust|cookiebot|osano|truste|usercentrics|didomi|skip-?link|sr-only|visually-?hidden|breadcrumbs?)(?:$|[\s_-])/i
const INVISIBLE = /display\s*:\s*none|visibility\s*:\s*hidden/i

export function isHidden(name: string, attributes: Readonly<Record<string, string>>): boolean {
  if (SKIPPED.has(name)) return true
  if ('hidden' in attributes && attributes.hidden !== 'until-found') return true
  if (attributes['aria-hidden'] === 'true' || attributes.role === 'navigation' || attributes.role === 'menu')
    return true
  if (attributes.style && INVISIBLE.test(attributes.style)) return true
  if (name === 'body' || name === 'html' || name === 'main' || name === 'article') return false
  return isBanner(attributes)
}

function isBanner({ id, class: classes }: Readonly<Record<string, string>>): boolean {
  const words = `${id ?? ''} ${classes ?? ''}`.slice(0, 300)
  return (
    words.length > 1 &&
    BANNER.test(words) &&
    /banner|consent|popup|modal|notice|bar|sr-|hidden|crumb|skip|onetrust|cookiebot/i.test(words)
  )
}
