// Directives of a page for crawlers: the X-Robots-Tag header and the robots meta element.
import { Parser } from 'htmlparser2'

export interface PageDirectives {
  noarchive: boolean
  noindex: boolean
  nofollow: boolean
}

/** The union of all directives for everyone and for this agent. */
export function pageDirectives(headers: Readonly<Record<string, string>>, html: string, agent: string): PageDirectives {
  const token = agent.split('/')[0]!.toLowerCase()
  const said = new Set([...fromHeaders(headers, token), ...fromMeta(html, token)])
  return {
    noarchive: said.has('noarchive') || said.has('nocache'),
    noindex: said.has('noindex') || said.has('none'),
    nofollow: said.has('nofollow') || said.has('none'),
  }
}

/** Names before a colon that are directives with a value. Any other name is that of an agent. */
const VALUED = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview'])

/** An agent's name applies until the next name, or until the end of the header field. */
function fromHeaders(headers: Readonly<Record<string, string>>, token: string): string[] {
  const fields = Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === 'x-robots-tag')
    .flatMap(([, value]) => value.split('\n'))
  return fields.flatMap((field) => {
    let applies = true
    return field.split(',').flatMap((part) => {
      const colon = part.indexOf(':')
      const name = part.slice(0, Math.max(colon, 0)).trim().toLowerCase()
      const named = name !== '' && !VALUED.has(name)
      if (named) applies = name === token || name === '*'
      return applies
        ? [
            part
              .slice(named ? colon + 1 : 0)
              .trim()
              .toLowerCase(),
          ]
        : []
    })
  })
}

function fromMeta(html: string, token: string): string[] {
  // Most pages have no directives, and looking for the tag is cheaper than parsing.
  if (!/<meta\b/i.test(html)) return []
  const said: string[] = []
  const parser = new Parser({
    onopentag(name, { name: whom = '', content = '' }) {
      const asked = whom.trim().toLowerCase()
      if (name === 'meta' && asked !== '' && (asked === 'robots' || asked === token))
        said.push(...content.split(',').map((word) => word.trim().toLowerCase()))
    },
  })
  parser.end(html.slice(0, LONGEST_HEAD))
  return said
}

/** The element belongs in the head. This limit is generous. */
const LONGEST_HEAD = 512 * 1024
