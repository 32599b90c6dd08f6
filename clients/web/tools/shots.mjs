// Screenshots of every screen, for people to look at: `npm run shots -- --only table --size 360x640 --theme dark
// --lang es`. They come to build/shots, with a contact sheet in index.html. `./play --build` first.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const out = '../../build/shots';
const option = { type: 'string', default: '' };
const { values } = parseArgs({ options: { only: option, size: option, theme: option, lang: option } });
mkdirSync(out, { recursive: true });

const env = { ...process.env, SHOTS: JSON.stringify(values) };
const command = ['--no-install', 'playwright', 'test', '-c', 'tools/shots.config.ts'];
const run = spawnSync('npx', command, { env, stdio: 'inherit' });

// One row for each screen, one column for each size, theme and language.
const files = readdirSync(out).filter((name) => name.endsWith('.png')).sort();
const screens = [...new Set(files.map((name) => name.split('.')[0]))];
const figure = (name) => `<figure><a href="${name}"><img loading="lazy" src="${name}" alt=""></a>
<figcaption>${name.split('.').slice(1, -1).join(' ')}</figcaption></figure>`;
const rows = screens.map((screen) => `<h2 id="${screen}">${screen}</h2>
<div>${files.filter((name) => name.startsWith(screen + '.')).map(figure).join('\n')}</div>`);
const style = 'body{font:14px sans-serif;background:#888}div{display:flex;flex-wrap:wrap;gap:8px;align-items:end}' +
  'img{height:320px;box-shadow:0 1px 6px #0008}figure{margin:0}';
writeFileSync(`${out}/index.html`, `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>
<nav>${screens.map((screen) => `<a href="#${screen}">${screen}</a>`).join(' ')}</nav>\n${rows.join('\n')}\n`);
console.log(`${files.length} screenshots: build/shots/index.html`);
process.exit(run.status ?? 1);
