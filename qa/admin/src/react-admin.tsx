import { createRoot } from 'react-dom/client';
import { App } from '../generated/react-admin/App.tsx';

createRoot(document.body.appendChild(document.createElement('div'))).render(<App />);
