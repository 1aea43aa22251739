// Starts the query page in the HTML frame from the server.
import { createRoot } from 'react-dom/client'
import '../ui/palette.css'
import '../ui/controls.css'
import './layout.css'
import './panel/panel.css'
import './results/results.css'
import './results/states.css'
import './results/graph.css'
import '../ui/editor.css'
import './editor/editor.css'
import { ConsolePage } from './console.tsx'

createRoot(document.getElementById('app')!).render(<ConsolePage />)
