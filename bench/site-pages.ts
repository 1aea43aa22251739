/** How many pages the site has that crawlers are raced on. */
export const PAGES = 2_000
