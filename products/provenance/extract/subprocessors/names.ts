// Company names as lists write them: aliases, legal suffixes, footnote marks, several firms in one cell.

export interface Named {
  name: string
  aliases: string[]
  note: string
}

const NOTE =
  /\s*[([]([^)\]]*\b(?:new|effective|as of|until|optional|if|only|used|previously|removed|added|when|where|see|link|note|beta|eu|us|customers?)\b[^)\]]*)[)\]]/i
const MARKS = /[*†‡§¹²³⁴⁵]+|\[\d+\]|\s+\d\)$/g
const ALIAS =
  /\((?:aka|a\.k\.a\.|d\/b\/a|dba|formerly|formerly known as|previously|part of|owned by|operated by|trading as)?[.:]?\s*([^)]+)\)|\b(?:d\/b\/a|dba|aka|a\.k\.a\.|formerly known as|trading as)\s+(.+)$/gi
const SUFFIX =
  /^(?:inc|llc|l\.l\.c|ltd|limited|gmbh|corp|corporation|company|co|plc|ag|ab|bv|b\.v|nv|s\.?a|s\.?a\.?s|s\.?r\.?l|sarl|oy|aps|a\/s|pbc|ulc|pty|pte|lp|llp|kg|se|kk|k\.k|s\.r\.o|sp\. z o\.o|d\.o\.o|unlimited|usa|uk|emea|international|holdings|group|technologies|software|labs|emea sarl)\b\.?/i
const STOP =
  /^(?:n\/?a|none|name|total|all|we|our|us|you|yes|no|the|this|these|purpose|location|country|service|services|data|security|privacy|hosting|email|support|analytics|payments?|storage|monitoring|infrastructure|other|others|note|notes|contact|updates?|overview|introduction|changes?|subscribe|change ?log|history|faq|questions?|third[\s-]part(?:y|ies)|sub-?processors?|affiliates?|customers?|vendors?|entity|address|website|type|categories|category|description|legal|terms|policy|policies|definitions?|scope|general|details|status|region|regions|example|examples|tbd|optional|cloud|ai|marketing|communication|engineering|product|sales|finance|functionality|performance|availability|compliance|notice|objection|effective date|last updated|learn more|read more|email address|ip address|name and contact details|processing|controller|processor)$/i
const WORD =
  /^(?:[A-Z0-9&Ü-Þ][\w.&'+/!-]*|[a-z]+[A-Z]\w*|of|and|the|de|for|d\/b\/a|dba|aka|by|[a-z][\w-]*\.(?:com|io|ai|co|net|dev|org|app|so|cloud|sh|me)|\([^)]*\)?|[A-Za-z]+\))[,.;]?$/
const MOST_WORDS = 8
const LONGEST = 90

export function namedIn(raw: string): Named | undefined {
  const note = NOTE.exec(raw)?.[1] ?? ''
  const name = tidy(note ? raw.replace(NOTE, '') : raw)
  if (name.length < 2 || name.length > LONGEST || !/[A-Za-z]/.test(name) || STOP.test(name)) return undefined
  if (name.split(/\s+/).length > MOST_WORDS || /[?!]$|^\d+$|https?:|@/.test(name)) return undefined
  return { name, aliases: aliasesOf(name), note }
}

/** Stricter, for running text: every word must look like part of a name. */
export function namedInText(raw: string): Named | undefined {
  const named = namedIn(raw)
  if (!named) return undefined
  const words = named.name.split(/\s+/)
  const first = words[0] ?? ''
  if (/^(?:of|and|the|for|by|de)$/.test(first) || !/[A-Z0-9]|\.\w/.test(first)) return undefined
  return words.every((word) => WORD.test(word) || SUFFIX.test(word)) ? named : undefined
}

/** "Digital One + Two Metal" are two; "A, Inc." is one; lines of a cell are several only if each is a company. */
export function firmsIn(cell: string): string[] {
  const lines = cell
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const each =
    lines.length > 1 &&
    lines.every((line) => /\b(?:inc|llc|ltd|limited|gmbh|corp|sarl|b\.?v|plc|ag|ab|pbc|pty)\b\.?$/i.test(line))
  const whole = each ? lines : lines.slice(0, 1)
  return whole
    .flatMap((line) => line.split(/\s+\+\s+|;\s+/))
    .map((part) => part.trim())
    .filter(Boolean)
}

function tidy(raw: string): string {
  return raw
    .replace(MARKS, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s•·*,:;-]+|[\s:;,*-]+$/g, '')
    .replace(/(?<!\b(?:inc|ltd|corp|co|llc|s\.a|b\.v|a\.s|s\.r\.o|l\.p|n\.v|pty|k\.k|s\.l|s\.p\.a|pte))\.$/i, '')
    .trim()
}

function aliasesOf(name: string): string[] {
  return [...name.matchAll(ALIAS)]
    .map((match) => (match[1] ?? match[2] ?? '').trim())
    .filter((alias) => alias.length > 1)
}
