/** Number of pages on the site for the crawler benches. */
export const PAGES = 2_000
