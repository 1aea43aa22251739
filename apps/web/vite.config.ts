// One entry per page that a script fills. Names carry a hash of the content, so that browsers may keep them for good.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractLines } from './contract-lines.ts'

/** What the query page and the app have in common. */
const BASE =
  /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|[\\/]src[\\/]ui[\\/](?:graph-name|icons|later|menu|save|tabs)\.tsx?$/
/** What pages share, whosever they are, but for what edits text and draws graphs: few need that, and it is large. */
const KIT =
  /node_modules[\\/](?!@?codemirror|@lezer|@marijn|style-mod|w3c-keyname|crelt|graphology|sigma|events)|[\\/]src[\\/](?:ui|shared|session)[\\/]|[\\/]contract[\\/]client/
const OF_CASEWORK = /[\\/]src[\\/]app[\\/]|[\\/]contract[\\/]casework[\\/]/
const OF_WORKSPACE = /[\\/]src[\\/]workspace[\\/]|[\\/]contract[\\/]provenance[\\/]/

export default defineConfig({
  plugins: [react(), tailwind(), contractLines()],
  publicDir: false,
  build: {
    manifest: true,
    // What knows light-dark(), nesting and @layer: there is nothing to rewrite.
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The policy of the page allows no data: styles or scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { console: 'src/console/main.tsx', app: 'src/app/main.tsx', workspace: 'src/workspace/main.tsx' },
      output: {
        // Left to itself the builder makes a file of every icon that two pages have: sixty for a page.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 1 },
            { name: 'kit', test: KIT, minShareCount: 3 },
            { name: 'casework', test: OF_CASEWORK, minShareCount: 3 },
            { name: 'workspace', test: OF_WORKSPACE, minShareCount: 3 },
          ],
        },
      },
    },
  },
})
