// One entry per page that a script fills. Names carry a hash of the content, so that browsers may keep them for good.
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractLines } from './contract-lines.ts'

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
    rolldownOptions: { input: { console: 'src/console/main.tsx', app: 'src/app/main.tsx' } },
  },
})
