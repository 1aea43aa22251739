// For tests: files as text, and a matcher so slow and plain that it cannot be wrong.
import { decide, parseRobots } from './robots.ts'
import type { Robots } from './types.ts'

export const robotsOf = (text: string): Robots => parseRobots(Buffer.from(text))

export const allows = (text: string, agent: string, url: string): boolean =>
  decide(robotsOf(text), agent, new URL(url, 'https://site.example')).allowed

/** Straight from the meaning: `*` tries every length, one after the other. */
export function slowlyMatches(pattern: string, path: string): boolean {
  if (pattern === '') return true
  if (pattern === '$') return path === ''
  if (pattern[0] === '*')
    return Array.from({ length: path.length + 1 }).some((_, taken) =>
      slowlyMatches(pattern.slice(1), path.slice(taken)),
    )
  return path !== '' && pattern[0] === path[0] && slowlyMatches(pattern.slice(1), path.slice(1))
}
