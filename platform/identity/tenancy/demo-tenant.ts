/** The tenant that everyone acts for in demo mode. */
export const DEMO_TENANT = 'demo'
