// Draws public/icon.svg as the PNG files that phones want: `node tools/icons.mjs`. A maskable icon fills its square,
// and keeps its drawing within the middle, as any shape may be cut out of it.
import { readFile, writeFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { chromium } from '@playwright/test';

const folder = new URL('../public/', import.meta.url);
const drawing = await readFile(new URL('icon.svg', folder), 'utf8');
const square = drawing.replace('rx="15"', '');
const padded = square.replace('translate(5 5) scale(2.25)', 'translate(12.8 12.8) scale(1.6)');
if (square === drawing || padded === square) throw new Error('icon.svg is not drawn as this tool knows it');

// In the page: the drawing's pixels, four bytes each.
async function pixelsOf({ svg, size }) {
  const image = new Image(size, size);
  image.src = 'data:image/svg+xml,' + encodeURIComponent(svg);
  await image.decode();
  const canvas = new OffscreenCanvas(size, size).getContext('2d');
  canvas.drawImage(image, 0, 0, size, size);
  return Array.from(canvas.getImageData(0, 0, size, size).data);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

// A PNG with a palette: flat colours need few entries, and edges can do with what is nearest.
const COLORS = 32;
function packed(pixels, size) {
  const counts = new Map();
  const all = Array.from({ length: size * size }, (_, at) => pixels.slice(at * 4, at * 4 + 4));
  for (const color of all) counts.set(color.join(), (counts.get(color.join()) ?? 0) + 1);
  const colors = [...counts].sort((a, b) => b[1] - a[1]).slice(0, COLORS).map(([key]) => key.split(',').map(Number));
  const far = (one, other) => one.reduce((sum, part, index) => sum + (part - other[index]) ** 2, 0);
  const nearest = (color) =>
    colors.reduce((best, other, at) => (far(color, other) < far(color, colors[best]) ? at : best), 0);
  const known = new Map([...counts.keys()].map((key) => [key, nearest(key.split(',').map(Number))]));
  const rows = Buffer.alloc(size * (size + 1));
  all.forEach((color, at) => (rows[at + Math.floor(at / size) + 1] = known.get(color.join())));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size);
  header.writeUInt32BE(size, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colors.flatMap((color) => color.slice(0, 3)))),
    chunk('tRNS', Buffer.from(colors.map((color) => color[3]))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const [name, size, svg] of [
  ['icon-192', 192, drawing],
  ['icon-512', 512, drawing],
  ['icon-maskable', 512, padded],
  ['apple-touch-icon', 180, square],
])
  await writeFile(new URL(`${name}.png`, folder), packed(await page.evaluate(pixelsOf, { svg, size }), size));
await browser.close();
