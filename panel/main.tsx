import { render } from 'preact';
import { App } from './app.tsx';
import './look/base.css';
import './look/controls.css';
import './look/workers.css';
import './look/timeline.css';
import './look/worker.css';
import './look/editor.css';

const place = document.getElementById('panel');
if (place !== null) render(<App />, place);
