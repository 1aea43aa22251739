// Loaded before the server: what Node has compiled once, later starts and threads need not compile again.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/veritrace/compiled', import.meta.url)))
