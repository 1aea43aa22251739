// Loaded before the server: caches compiled code for later starts and threads.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/veritrace/compiled', import.meta.url)))
