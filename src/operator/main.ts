// Starts the console of staff.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { Boundary } from './Boundary.tsx';

const place = document.getElementById('console');
if (place) createRoot(place).render(createElement(Boundary, null, createElement(App)));
