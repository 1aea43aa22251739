// Decides whether a response is the requested page. A soft 404, a bot challenge or an empty app shell is not evidence
// and no change at the vendor.
import { domainOf, isLocale } from './address.ts'
import { isShell } from './shell.ts'
import { countWords, type Shingles, shareOf, shinglesOf, similarity } from './shingles.ts'

export interface FetchedPage {
  /** The requested address and the final one after redirects. */
  url: string
  finalUrl: string
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  /** How many other addresses of the host redirect to the same final address. */
  sameTarget?: number
}

/** The host's response to an address in the same directory that cannot exist. */
export interface Baseline {
  status: number
  finalUrl: string
  body: string
}

export interface Judgement {
  verdict: 'ok' | 'soft_404' | 'challenge_page' | 'needs_browser'
  signals: string[]
}

/** Titles and headlines are near the start, and challenges and shells are small. */
const START = 100_000
const ALIKE = 0.9
const FEW_WORDS = 200
const SHELL_WORDS = 60
/** A page with more words is neither a challenge nor a shell. */
const MOST_CHALLENGE_WORDS = 250
const MANY_TARGETS = 2
/** The weight that makes a soft 404. Weak signs reach it only together. */
const ENOUGH = 1
const WEIGHTS = {
  like_missing_page: 1,
  redirected_like_missing_page: 1,
  redirected_home: 1,
  redirected_up: 0.6,
  canonical_home: 0.5,
  says_not_found: 0.5,
  short: 0.5,
  shared_redirect: 0.5,
} as const
type Signal = keyof typeof WEIGHTS

export function judge(page: FetchedPage, baseline?: Baseline): Judgement {
  const start = page.body.slice(0, START)
  const head = headOf(start)
  const words = countWords(page.body, MOST_CHALLENGE_WORDS + 1)
  const challenges = challengeSigns(page, start, head, words)
  if (challenges.length > 0) return { verdict: 'challenge_page', signals: challenges }
  if (words <= MOST_CHALLENGE_WORDS && isShell(page.body)) return { verdict: 'needs_browser', signals: ['empty_shell'] }
  const signals = missingSigns(page, head, words, baseline)
  const weight = signals.reduce((sum, signal) => sum + WEIGHTS[signal], 0)
  return { verdict: weight >= ENOUGH ? 'soft_404' : 'ok', signals }
}

function missingSigns(page: FetchedPage, head: Head, words: number, baseline: Baseline | undefined): Signal[] {
  // A host that answers 404 for missing pages can be trusted when it answers 200.
  const missing = baseline && baseline.status >= 200 && baseline.status < 300 ? baseline : undefined
  const says = NOT_FOUND.test(head.title) || NOT_FOUND.test(head.headline)
  const moved = page.url !== page.finalUrl
  const signs: (Signal | '')[] = [
    missing && isLike(shinglesOf(page.body), shinglesOf(missing.body)) ? 'like_missing_page' : '',
    missing && moved && page.finalUrl === missing.finalUrl ? 'redirected_like_missing_page' : '',
    redirection(page),
    !isRoot(page.url) && head.canonical !== '' && isHome(head.canonical, page) ? 'canonical_home' : '',
    says ? 'says_not_found' : '',
    says && words < FEW_WORDS ? 'short' : '',
    moved && (page.sameTarget ?? 0) >= MANY_TARGETS ? 'shared_redirect' : '',
  ]
  return signs.filter((sign) => sign !== '')
}

/** With a long common menu two pages look alike. A page with this many unique runs is a real page. */
const OWN_RUNS = 80

const isLike = (page: Shingles, missing: Shingles): boolean =>
  page.words > 0 && similarity(page, missing) >= ALIKE && (1 - shareOf(page, missing)) * page.runs.size < OWN_RUNS

/** In English, German, French, Spanish, Italian, Dutch, Portuguese. */
const NOT_FOUND =
  /^(?:error )?404\b|\b(?:page|file|content) (?:was |could )?(?:not|n't|cannot) (?:be )?(?:found|exist|available)|\bpage (?:doesn['’]t|does not|no longer) exists?\b|\b(?:page|url) not found\b|^not found\b|\bnothing (?:was )?found here\b|\bseite (?:wurde )?nicht gefunden\b|\bpage (?:introuvable|non trouvée)\b|\bpágina no (?:encontrada|existe)\b|\bpagina non trovata\b|\bpagina niet gevonden\b|\bpágina não encontrada\b|\b404\b.{0,20}\bnot found\b/i

function redirection(page: FetchedPage): Signal | '' {
  if (isRoot(page.url) || page.url === page.finalUrl) return ''
  if (isHome(page.finalUrl, page)) return 'redirected_home'
  const [asked, got] = [new URL(page.url), new URL(page.finalUrl)]
  const depth = ({ pathname }: URL): number => pathname.split('/').filter((part) => part !== '').length
  const isAbove = asked.host === got.host && depth(got) + 1 < depth(asked)
  return isAbove ? 'redirected_up' : ''
}

function isRoot(url: string): boolean {
  const [first = '', ...rest] = new URL(url).pathname.split('/').filter((part) => part !== '')
  return rest.length === 0 && (first === '' || /^index\.html?$/i.test(first) || isLocale(first))
}

/** The root of the requested host or of its domain. The root of another host, such as a trust center, is a page. */
function isHome(url: string, page: FetchedPage): boolean {
  if (!URL.canParse(url, page.finalUrl)) return false
  const found = new URL(url, page.finalUrl)
  const asked = new URL(page.url)
  const bare = found.hostname.replace(/^www\./, '')
  return isRoot(found.href) && (bare === asked.hostname.replace(/^www\./, '') || bare === domainOf(asked.hostname))
}

const CHALLENGE_TITLE =
  /^just a moment|attention required|verify(?:ing)? (?:that )?you are (?:a )?human|are you (?:a )?(?:human|robot)|checking your browser|security check(?:point)?$|^access (?:denied|to this page has been denied)|^human verification|pardon our interruption|ddos protection|^bot (?:check|verification)/i
const CHALLENGE_TEXT =
  /verify(?:ing)? (?:that )?you are (?:a )?human|checking (?:if the site connection is secure|your browser before)|enable javascript and cookies to continue|complete the (?:security check|captcha)|unusual traffic from your|press (?:&|and) hold to confirm/i
const CHALLENGE_FORM =
  /<(?:form|div|iframe|input)\b[^>]{0,300}(?:captcha|cf-challenge|cf-turnstile|challenge-form|px-captcha|datadome)|\/cdn-cgi\/challenge-platform|_cf_chl_opt/i

/** A contact form may have a captcha, too: only a page with little other text is a challenge. */
function challengeSigns(page: FetchedPage, start: string, head: Head, words: number): string[] {
  const headers = Object.entries(page.headers).map(([name, value]) => [name.toLowerCase(), value.toLowerCase()])
  if (headers.some(([name, value]) => name === 'cf-mitigated' && value === 'challenge')) return ['challenge_header']
  if (words > MOST_CHALLENGE_WORDS) return []
  const fromProxy = headers.some(
    ([name, value]) => name!.startsWith('cf-') || (name === 'server' && value!.includes('cloudflare')),
  )
  const refused = page.status === 403 || page.status === 429 || page.status === 503
  return [
    CHALLENGE_TITLE.test(head.title) || CHALLENGE_TITLE.test(head.headline) ? 'challenge_title' : '',
    CHALLENGE_TEXT.test(start) ? 'challenge_text' : '',
    CHALLENGE_FORM.test(start) && words < SHELL_WORDS * 2 ? 'challenge_form' : '',
    page.body.length < 2_048 && fromProxy && refused ? 'short_answer_of_guard' : '',
  ].filter((sign) => sign !== '')
}

interface Head {
  title: string
  headline: string
  canonical: string
}

function headOf(start: string): Head {
  const text = (found: RegExpExecArray | null): string =>
    (found?.[1] ?? '')
      .replace(/<[^>]{0,300}>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  const canonical = /<link\b(?=[^>]{0,500}\brel=["']?canonical\b)[^>]{0,500}?\bhref=["']?([^"'\s>]{1,500})/i.exec(start)
  return {
    title: text(/<title\b[^>]{0,200}>([^<]{0,300})/i.exec(start)),
    headline: text(/<h1\b[^>]{0,300}>([\s\S]{0,500}?)<\/h1/i.exec(start)),
    canonical: canonical?.[1] ?? '',
  }
}
