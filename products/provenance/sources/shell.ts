// Distinguishes a page from the empty shell of an app. A short but complete page is not a shell: there must be a sign,
// such as an empty container for an app or a sentence that asks for JavaScript.
import { Parser } from 'htmlparser2'

/** A page with this many words outside menus is never a shell. */
const MOST_OWN = 40
/** A shell may have a menu and a footer, but no more words than this. */
const MOST_WORDS = 200
/** Enough for “Loading, please wait” and the name of the product. */
const WAITING = 12
/** Words after the headline on the shortest complete page. */
const COMPLETE = 3
const LONGEST = 2_000_000
const PIECE = 65_536

interface Seen {
  /** Visible words, and those outside menus, footers and links. */
  words: number
  own: number
  headline: number
  /** The visible text. */
  text: string
  noscript: string
  /** There are scripts that could render a page. */
  scripts: boolean
  /** There is an almost empty container for an app. */
  emptyContainer: boolean
  /** There are pictures, frames or forms, which can be content without text. */
  others: boolean
}

export function isShell(html: string): boolean {
  const seen = look(html)
  if (!seen.scripts || seen.words > MOST_WORDS || seen.own >= MOST_OWN) return false
  // A headline with a list of two entries is a page.
  if (seen.headline > 0 && seen.own - seen.headline >= COMPLETE && !WAITS.test(seen.text)) return false
  if (asksForScripts(seen.noscript) || asksForScripts(seen.text)) return true
  if (seen.emptyContainer && seen.own <= WAITING) return true
  if (WAITS.test(seen.text) && seen.own <= WAITING) return true
  return seen.own === 0 && !seen.others
}

const WAITS =
  /^\W*(?:please wait|loading|initiali[sz]ing|starting|einen moment|bitte warten|wird geladen|lädt|chargement|veuillez patienter|cargando|caricamento|carregando|a carregar|laden|één moment|読み込み中|加载中|로딩)/iu

/** True if scripts are needed for the page itself, not only for comments or a map. */
function asksForScripts(text: string): boolean {
  return text.split(/(?<=[.!?。])\s/).some((sentence) => ASKS.test(sentence) && !ONLY_A_PART.test(sentence))
}
const ASKS =
  /java\s?script.{0,80}\b(?:enabled?|required?|activ\w+|turned on|needed|disabled|off|aktiv\w+|habilit\w+|attiv\w+|abilit\w+|ativ\w+|inschakel\w+|ingeschakeld|nodig|nécessaire|necesari[oa]|necessari[oa]|benötigt|erforderlich)\b|\b(?:enabl\w+|needs?|requir\w+|activat\w+|turn on|without|supports?|run|allow|aktivier\w+|benötigt|ohne|activ\w+|nécessite|sans|habilit\w+|requiere|necesita|sin|attiva\w*|abilita\w*|richiede|senza|ativ\w+|requer|precisa|sem|schakel|vereist|zonder)\b.{0,80}java\s?script|java\s?script\s?を?.{0,10}有効|(?:启用|啟用|打开|需要|활성화).{0,20}java\s?script|java\s?script.{0,20}(?:启用|啟用|활성화|必要)/iu
const ONLY_A_PART =
  /\b(?:comments?|kommentare?|commentaires?|comentarios?|videos?|maps?|karte|chat|widget|form|formular|captcha|animations?|analytics|statistics|e-?mail addresses?|better|best experience|some features|certain features)\b/i

/** Usual ids of app containers. A custom element or an empty block directly in the body counts as well. */
const CONTAINER =
  /^(?:.*-)?(?:root|app|application|mount|spa|svelte)$|^(?:__next|__nuxt|___gatsby|app-?(?:root|container|mount|wrapper|shell|main)|root-?(?:container|element)|main-?(?:app|view|container)|react\w*|vue\w*|ember-?\w*|elm\w*|blazor\w*|content|container|main|page|view|wrapper|portal|outlet)$/i
const PLACE_ATTRIBUTES = ['ng-app', 'data-ng-app', 'ng-view', 'data-ng-view', 'ui-view', 'data-ui-view', 'ng-version']
const BLOCKS = new Set(['div', 'main', 'section', 'article'])
const UNSEEN = new Set(['script', 'style', 'template', 'svg', 'noscript', 'head', 'title', 'select'])
const ASIDE = new Set(['nav', 'header', 'footer', 'aside', 'a', 'button', 'dialog'])
const OTHERS = new Set(['img', 'picture', 'iframe', 'frame', 'object', 'embed', 'video', 'input', 'textarea', 'canvas'])
const ROLES = new Set(['navigation', 'banner', 'contentinfo', 'dialog', 'alertdialog'])
/** Scripts for analytics and consent, which never render the page. */
const MEASURES =
  /googletagmanager|google-analytics|gtag\/|plausible|matomo|piwik|segment\.(?:com|io)|hotjar|hs-scripts|clarity\.ms|cookiebot|onetrust|cookielaw|beacon\.min\.js|fathom|umami|newrelic|sentry-cdn|datadog/i
export const onlyMeasures = (url: string): boolean => MEASURES.test(url)
/** Loaders of frameworks contain one of these. Other inline scripts set flags or count visits. */
const LOADER = /import\(|createElement\(\s*["']script|webpack|__NEXT_DATA__|__NUXT__|_framework\/|require\(\[/

interface Open {
  name: string
  unseen: boolean
  aside: boolean
  headline: boolean
  place: boolean
  /** Number of own words and other content when the element started. */
  began: number
}

function look(html: string): Seen {
  const seen: Seen = {
    ...{ words: 0, own: 0, headline: 0, text: '', noscript: '' },
    ...{ scripts: false, emptyContainer: false, others: false },
  }
  const open: Open[] = []
  let inNoscript = 0
  let others = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      const above = open.at(-1)
      const hidden = 'hidden' in attributes || attributes['aria-hidden'] === 'true'
      if (name === 'noscript') inNoscript++
      if (name === 'script' && mayFill(attributes)) seen.scripts = true
      if (name === 'link' && attributes.rel === 'modulepreload') seen.scripts = true
      const unseen = (above?.unseen ?? false) || UNSEEN.has(name) || hidden
      if (OTHERS.has(name) && !unseen && !isPixel(attributes)) others++
      const isAside = ASIDE.has(name) || ROLES.has(attributes.role ?? '')
      open.push({
        name,
        unseen,
        aside: (above?.aside ?? false) || isAside,
        headline: (above?.headline ?? false) || /^h[1-3]$/.test(name),
        place: !unseen && isContainer(name, attributes, above?.name),
        began: seen.own + others,
      })
    },
    ontext(text) {
      const at = open.at(-1)
      if (inNoscript > 0) seen.noscript += ` ${text}`
      else if (at?.name === 'script' && LOADER.test(text)) seen.scripts = true
      if (at?.unseen) return
      const count = text.match(WORD)?.length ?? 0
      if (count === 0) return
      seen.words += count
      if (seen.text.length < 2_000) seen.text += ` ${text.trim()}`
      if (at?.aside) return
      seen.own += count
      if (at?.headline) seen.headline += count
    },
    onclosetag(name) {
      const closed = open.pop()
      if (name === 'noscript') inNoscript--
      if (closed?.place && seen.own + others - closed.began <= WAITING) seen.emptyContainer = true
    },
  })
  const end = Math.min(html.length, LONGEST)
  for (let at = 0; at < end && seen.words <= MOST_WORDS; at += PIECE) parser.write(html.slice(at, at + PIECE))
  parser.end()
  return { ...seen, text: seen.text.trim(), others: others > 0 }
}

/** In scripts without spaces, each character counts as a word. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu

const mayFill = ({ src = '', type = '' }: Record<string, string>): boolean =>
  src !== '' && !/json|text\/template/i.test(type) && !onlyMeasures(src)

function isContainer(name: string, attributes: Record<string, string>, above: string | undefined): boolean {
  if (name.includes('-')) return above === 'body' || /-(?:app|root)$|^app-/.test(name)
  if (PLACE_ATTRIBUTES.some((one) => one in attributes)) return true
  if (!BLOCKS.has(name)) return false
  return CONTAINER.test(attributes.id ?? '') || (above === 'body' && attributes.id !== undefined)
}

const isPixel = ({ width, height, style = '', type }: Record<string, string>): boolean =>
  type === 'hidden' ||
  width === '1' ||
  width === '0' ||
  height === '1' ||
  height === '0' ||
  /display:\s*none/i.test(style)
