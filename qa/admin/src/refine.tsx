import { createRoot } from 'react-dom/client';
import { App } from '../generated/refine/App.tsx';

createRoot(document.body.appendChild(document.createElement('div'))).render(<App />);
