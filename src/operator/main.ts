// Starts the console of staff.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';

const place = document.getElementById('console');
if (place) createRoot(place).render(createElement(App));
