// The sky as seen from below its zenith, north up, and the strength of each satellite.

import {known, trails, isPlaced} from './read.js';
import {radians} from './place.js';
import {$, color, g, surface, text, line, circle, caption, short, putOld, putTable, w, h} from './paint.js';

// In the order of the bars.
const NAMES = {gps: 'GPS', galileo: 'Galileo', glonass: 'GLONASS', beidou: 'BeiDou', qzss: 'QZSS', navic: 'NavIC', sbas: 'SBAS'};
export const SYSTEMS = Object.keys(NAMES);
let listed = -1e9;

// For those who do not see the pictures, who are not told of every change.
function listSatellites() {
  if (performance.now() - listed < 1e4 && !known.isRecorded) return;
  listed = performance.now();
  putTable('#listed', known.satellites.map(one => [one.name, one.carrierToNoise ?? '–', one.elevation ?? '–', one.azimuth ?? '–', one.used ? 'yes' : 'no']
    .map(value => [value])));
}

// Words where there are no satellites.
const none = () => known.fix || known.heard ? 'not reported' : '';

export function skyPlace({azimuth, elevation}) {
  const distance = (Math.min(w, h) / 2 - 15) * (90 - Math.max(0, elevation)) / 90, angle = radians(azimuth);
  return [w / 2 + distance * Math.sin(angle), h / 2 - distance * Math.cos(angle)];
}

export function drawSky() {
  surface('sky');
  const placed = known.satellites.filter(isPlaced), taken = [];
  drawHorizon();
  for (const {name, system} of placed) {
    g.globalAlpha = .5;
    line(color[system], (trails.get(name) ?? []).map(skyPlace));
    g.globalAlpha = 1;
  }
  // Used ones get their names first.
  placed.sort((a, b) => b.used - a.used || b.carrierToNoise - a.carrierToNoise);
  const sizes = placed.map(one => 3 + Math.max(0, Math.min(60, one.carrierToNoise) - 20) / 8);
  placed.forEach((one, i) => {
    const [x, y] = skyPlace(one), radius = sizes[i];
    circle(x, y, radius, color[one.system], one.used ? 0 : 1.5);
    taken.push([x - radius, y - radius, x + radius, y + radius]);
  });
  placed.forEach((one, i) => nameSatellite(one, ...skyPlace(one), sizes[i], taken));
  const used = known.satellites.filter(one => one.used);
  const isOld = known.isOld && known.satellites.length;
  caption('sky', (isOld ? 'old: ' : '') + (known.satellites.length ? `${used.length} used of ${known.satellites.length}` : none())
    + (known.hdop ? `, HDOP ${short(known.hdop, 0)}` : ''));
  putOld('sky', isOld);
  listSatellites();
}

function drawHorizon() {
  for (const elevation of [0, 30, 60]) circle(w / 2, h / 2, (Math.min(w, h) / 2 - 15) * (90 - elevation) / 90, color.line, 1);
  for (const azimuth of [0, 90]) line(color.line, [azimuth, azimuth + 180].map(azimuth => skyPlace({azimuth, elevation: 0})));
  ['N', 'E', 'S', 'W'].forEach((name, i) => {
    const [x, y] = skyPlace({azimuth: 90 * i, elevation: 0});
    text(name, x + [0, 9, 0, -9][i], y + [-3, 4, 13, 4][i], color.ink, 'center');
  });
}

// Writes the name beside the point where it covers no other, and leaves it out where there is no such place.
function nameSatellite({name, used}, x, y, radius, taken) {
  const wide = 7 * name.length, gap = radius + 2;
  const boxes = [[x - wide / 2, y - gap - 10], [x - wide / 2, y + gap], [x + gap, y - 5], [x - gap - wide, y - 5]];
  const box = boxes.map(([left, top]) => [left, top, left + wide, top + 10]).find(([left, top, right, bottom]) =>
    left > 0 && top > 0 && right < w && bottom < h
    && taken.every(other => left > other[2] || right < other[0] || top > other[3] || bottom < other[1]));
  if (!box) return;
  taken.push(box);
  text(name, box[0], box[3] - 1, used ? color.ink : color.dim);
}

export function drawSignals() {
  surface('signals');
  putOld('signals', known.isOld);
  const shown = known.satellites.filter(one => one.carrierToNoise);
  const bottom = h - 44, y = level => bottom - (bottom - 6) * Math.min(55, level) / 55;
  for (const level of [10, 20, 30, 40, 50]) {
    line(color.line, [[20, y(level)], [w, y(level)]]);
    text(level, 16, y(level) + 4, color.dim, 'right');
  }
  const step = Math.min(30, (w - 24) / Math.max(1, shown.length)), wide = Math.max(1, step * .72);
  shown.forEach(({name, system, carrierToNoise, used}, i) => {
    const x = 24 + i * step, top = y(carrierToNoise);
    Object.assign(g, {fillStyle: color[system], strokeStyle: color[system], lineWidth: 1});
    if (used || wide < 4) g.fillRect(x, top, wide, bottom - top);
    else g.strokeRect(x + .5, top, wide - 1, bottom - top);
    if (step < 9) return;
    g.save();
    g.translate(x + wide / 2 + 4, bottom + 3);
    g.rotate(-Math.PI / 2);
    text(name, 0, 0, color.dim, 'right');
    g.restore();
  });
  // The names of the systems, each with how many of its satellites are used.
  let x = 24;
  for (const system of SYSTEMS) {
    const own = shown.filter(one => one.system === system);
    if (!own.length) continue;
    const label = `${NAMES[system]} ${own.filter(one => one.used).length}/${own.length}`;
    text(label, x, h - 3, color[system]);
    x += g.measureText(label).width + 12;
  }
  if (!shown.length) text(none(), w / 2, h / 2, color.dim, 'center');
  $('#signals canvas').ariaLabel = `${known.isOld ? 'old: ' : ''}${shown.length} satellites tracked`;
}
