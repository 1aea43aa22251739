// The vendors of the demo, as the directory lists them.
import type { Site } from './site.ts'
import { SITES } from './sites.ts'

export interface DemoVendor {
  slug: string
  display_name: string
  domain: string
  aliases: readonly string[]
  description: string
  featured: boolean
}

const vendorOf = ({ name, displayName, aliases, description, featured = false }: Site): DemoVendor => ({
  slug: name,
  display_name: displayName,
  domain: `${name}.localhost`,
  aliases,
  description,
  featured,
})

export const DEMO_VENDORS: readonly DemoVendor[] = SITES.map(vendorOf)

/** Address of a vendor's site while the demo web listens on `port`. */
export const homeOf = ({ domain }: Pick<DemoVendor, 'domain'>, port: number): string => `http://${domain}:${port}/`

/** The days of the story, oldest first, each with its age: a week apart, like regular crawls. */
export function scriptedDays(): { day: number; daysAgo: number }[] {
  return Array.from({ length: LAST_DAY + 1 }, (_, day) => ({ day, daysAgo: (LAST_DAY - day) * DAYS_APART }))
}

export const LAST_DAY = 5
const DAYS_APART = 7
