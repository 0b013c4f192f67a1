// Names on the map, and whose data it shows.

import {$, color, g, h, put, text, w} from './paint.js';

// Each name once, where it covers no other.
export function drawNames(names) {
  const taken = [], written = new Set();
  for (const {title, x, y, rank} of names) {
    const half = g.measureText(title).width / 2 + 4;
    if (written.has(title) || x < half || x > w - half || y < 12 || y > h - 8) continue;
    if (taken.some(other => Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < 17)) continue;
    taken.push({x, y, half});
    written.add(title);
    text(title, x, y + 4, rank < 9 ? color.ink : color.dim, 'center');
    if (taken.length > 60) break;
  }
}

const credits = new Set();

// Shows whose data it is, for as long as the page is open.
export function credit(words) {
  if (words) credits.add(words);
  put($('#source'), [...credits].join(' · '));
  $('#source').hidden = !credits.size;
}
