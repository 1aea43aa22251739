// One entry per page that a script fills. Names carry a hash of the content, so that browsers may keep them for good.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractLines } from './contract-lines.ts'

/** What the query page and the app have in common. */
const BASE =
  /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|[\\/]src[\\/]ui[\\/](?:graph-name|icons|later|menu|save|tabs)\.tsx?$/
/** What pages of the app share, but for what edits text and draws graphs: few need that, and it is large. */
const SHARED =
  /node_modules[\\/](?!@?codemirror|@lezer|@marijn|style-mod|w3c-keyname|crelt|graphology|sigma|events)|[\\/]src[\\/](?:ui|app)[\\/]|[\\/]contract[\\/]/

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
      input: { console: 'src/console/main.tsx', app: 'src/app/main.tsx' },
      output: {
        // Left to itself the builder makes a file of every icon that two pages have: sixty for a page.
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 1 },
            { name: 'shared', test: SHARED, minShareCount: 3 },
          ],
        },
      },
    },
  },
})
