// One entry per app. File names contain a content hash, so browsers may cache them forever.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractLines } from './contract-lines.ts'

/** Shared by the query page and the apps. */
const BASE =
  /node_modules[\\/](?:react|react-dom|scheduler)[\\/]|[\\/]src[\\/]ui[\\/](?:graph-name|icons|later|menu|save|tabs)\.tsx?$/
/** Shared by all apps, except the editor and graph libraries: they are large, and few pages need them. */
const KIT =
  /node_modules[\\/](?!@?codemirror|@lezer|@marijn|style-mod|w3c-keyname|crelt|graphology|sigma|events)|[\\/]src[\\/](?:ui|shared|session)[\\/]|[\\/]contract[\\/]client/
const OF_CASEWORK = /[\\/]src[\\/]app[\\/]|[\\/]contract[\\/]casework[\\/]/
const OF_WORKSPACE = /[\\/]src[\\/]workspace[\\/]|[\\/]contract[\\/]provenance[\\/]/

export default defineConfig({
  plugins: [react(), tailwind(), contractLines()],
  publicDir: false,
  build: {
    manifest: true,
    // These browsers support light-dark(), nesting and @layer, so nothing is rewritten.
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The page's content security policy forbids data: URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { console: 'src/console/main.tsx', app: 'src/app/main.tsx', workspace: 'src/workspace/main.tsx' },
      output: {
        // By default, the bundler creates a file for every icon that two pages share: sixty files for a page.
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
