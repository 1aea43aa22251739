// Test helpers: robots.txt as text, and a brute-force matcher that is simple enough to be correct.
import { decide, parseRobots } from './robots.ts'
import type { Robots } from './types.ts'

export const robotsOf = (text: string): Robots => parseRobots(Buffer.from(text))

export const allows = (text: string, agent: string, url: string): boolean =>
  decide(robotsOf(text), agent, new URL(url, 'https://site.example')).allowed

/** Implements the definition directly: `*` tries every length. */
export function slowlyMatches(pattern: string, path: string): boolean {
  if (pattern === '') return true
  if (pattern === '$') return path === ''
  if (pattern[0] === '*')
    return Array.from({ length: path.length + 1 }).some((_, taken) =>
      slowlyMatches(pattern.slice(1), path.slice(taken)),
    )
  return path !== '' && pattern[0] === path[0] && slowlyMatches(pattern.slice(1), path.slice(1))
}
