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

// A PNG with a palette: a few flat colours and their edges, rounded until they fit into 256.
function packed(pixels, size, step = 8) {
  const near = (value) => Math.min(255, Math.round(value / step) * step);
  const palette = new Map();
  const rows = Buffer.alloc(size * (size + 1));
  for (let at = 0; at < size * size; ++at) {
    const color = pixels.slice(at * 4, at * 4 + 4).map(near).join();
    if (!palette.has(color)) palette.set(color, palette.size);
    if (palette.size > 256) return packed(pixels, size, step * 1.5);
    rows[at + Math.floor(at / size) + 1] = palette.get(color);
  }
  const colors = [...palette.keys()].map((key) => key.split(',').map(Number));
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

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
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
