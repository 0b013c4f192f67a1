// The devices on the map, their states, and those that stand too close to each other as one circle with their number.

import {draw} from './frame.js';
import {$, circle, color, g, h, lasting, line, text, w} from './paint.js';
import {mercatorX, mercatorY, radians, shortest} from './place.js';
import {onMap, view, worldSize} from './map.js';
import {chosen} from './one.js';

export const MOST = 20000;
// The newest of each, by name.
export const devices = new Map();
export const fences = [];
export const filter = {hidden: new Set(), words: ''};

// Each state has its sign and its shape as well as its colour; those that need a look come first.
export const STATES = {
  offline: {sign: '◇', tone: 'bad', title: 'Offline'},
  silent: {sign: '□', tone: 'warn', title: 'Silent'},
  moving: {sign: '▲', tone: 'good', title: 'Moving'},
  still: {sign: '●', tone: 'accent', title: 'Still'},
};
// Milliseconds after which a device that is online is silent; pixels within which devices are one circle; most that are drawn one by one.
const SILENT = 60000, CLOSE = 44, MOST_SINGLE = 150;

export function stateOf(device) {
  if (!device.isOnline) return 'offline';
  if (Date.now() - device.time > SILENT) return 'silent';
  return device.speed > 0.7 ? 'moving' : 'still';
}

export function age(device) {
  const seconds = Math.max(0, Math.round((Date.now() - device.time) / 1000));
  return seconds < 60 ? `${seconds} s` : lasting(seconds);
}

export const matches = device => !filter.hidden.has(stateOf(device)) && device.name.toLowerCase().includes(filter.words);
export const visible = () => [...devices.values()].filter(matches);

// What was drawn last: where, of how many devices, and one of them.
let drawn = [];

export const nearest = (x, y) => drawn.map(one => ({...one, far: Math.hypot(one.px - x, one.py - y)}))
  .filter(one => one.far < Math.max(18, one.radius + 4)).sort((a, b) => a.far - b.far)[0];

export function drawDevices(_, at) {
  const inside = visible().map(device => {
    const [px, py] = onMap(device, at);
    return {device, px, py};
  }).filter(({px, py}) => px > -20 && py > -20 && px < w + 20 && py < h + 20);
  drawn = inside.length > MOST_SINGLE ? clustered(inside) : inside.map(single);
  for (const one of drawn) if (one.count > 1) drawCluster(one);
  for (const one of drawn) if (one.count === 1) drawDevice(one);
}

const single = one => ({...one, count: 1, radius: 8, x: mercatorX(one.device.longitude), y: mercatorY(one.device.latitude)});

// Devices of one square of the map. The squares are the world's, so that nothing jumps when the map moves; the chosen one stays alone.
function clustered(inside) {
  const side = CLOSE / worldSize(), cells = new Map(), alone = [];
  for (const one of inside) {
    const {x, y} = single(one);
    if (one.device.name === chosen.name) {
      alone.push(single(one));
      continue;
    }
    const key = `${Math.floor(x / side)} ${Math.floor(y / side)}`, cell = cells.get(key) ?? {...single(one), count: 0, px: 0, py: 0, x: 0, y: 0, states: {}};
    cell.count++;
    cell.px += one.px;
    cell.py += one.py;
    cell.x += x;
    cell.y += y;
    cell.states[stateOf(one.device)] = (cell.states[stateOf(one.device)] ?? 0) + 1;
    cells.set(key, cell);
  }
  const found = [...cells.values()].map(cell => ({...cell, px: cell.px / cell.count, py: cell.py / cell.count, x: cell.x / cell.count,
    y: cell.y / cell.count, radius: cell.count === 1 ? 8 : Math.min(22, 9 + 2.6 * Math.log2(cell.count))}));
  return [...found, ...alone];
}

// A ring with the share of each state.
function drawCluster({px, py, count, radius, states}) {
  circle(px, py, radius, color.card);
  let angle = -Math.PI / 2;
  for (const name in STATES) {
    const share = (states[name] ?? 0) / count * 2 * Math.PI;
    if (!share) continue;
    Object.assign(g, {strokeStyle: color[STATES[name].tone], lineWidth: 4});
    g.beginPath();
    g.arc(px, py, radius - 2, angle, angle + share);
    g.stroke();
    angle += share;
  }
  g.font = '11px system-ui, "DejaVu Sans", sans-serif';
  text(String(count), px, py + 4, color.ink, 'center');
}

// The dashboard's own sign of a position stands where the chosen one is.
function drawDevice({device, px, py}) {
  if (device.name !== chosen.name) drawSign(device, px, py);
  else circle(px, py, 13, color.ink, 2);
  if (device.name === chosen.name || view.zoom > 15.5) text(device.name, px, py - 17, color.ink, 'center');
}

function drawSign(device, px, py) {
  const state = stateOf(device), ink = color[STATES[state].tone];
  g.save();
  g.translate(px, py);
  if (state === 'moving') g.rotate(radians(device.course ?? 0));
  g.beginPath();
  if (state === 'moving') for (const [x, y] of [[0, -9], [6, 7], [0, 4], [-6, 7]]) g.lineTo(x, y);
  else if (state === 'still') g.arc(0, 0, 5.5, 0, 7);
  else if (state === 'silent') g.rect(-5, -5, 10, 10);
  else for (const [x, y] of [[0, -7], [7, 0], [0, 7], [-7, 0]]) g.lineTo(x, y);
  g.closePath();
  Object.assign(g, {fillStyle: state === 'offline' || state === 'silent' ? color.card : ink, strokeStyle: color.card, lineWidth: 4});
  g.stroke();
  g.fill();
  Object.assign(g, {strokeStyle: ink, lineWidth: state === 'offline' || state === 'silent' ? 2.5 : 1});
  g.stroke();
  g.restore();
}

export function drawFences(_, at) {
  for (const {name, inside, corners} of fences) {
    if (corners.length < 3) continue;
    const points = corners.map(corner => onMap(corner, at));
    g.beginPath();
    for (const [x, y] of points) g.lineTo(x, y);
    g.closePath();
    Object.assign(g, {fillStyle: color.navic, globalAlpha: .1});
    g.fill();
    g.globalAlpha = 1;
    line(color.navic, [...points, points[0]], 1.5, [6, 4]);
    const top = points.reduce((a, b) => b[1] < a[1] ? b : a);
    text(`${name}: ${inside} inside`, top[0], top[1] - 5, color.navic, 'center');
  }
}

// One device in the middle, near enough to see where it goes.
export function showOne({longitude, latitude}) {
  Object.assign(view, {x: mercatorX(longitude), y: mercatorY(latitude), zoom: Math.max(14, view.zoom), isFollowing: false, isAuto: false});
  $('#follow').setAttribute('aria-pressed', false);
  draw('map');
}

// The whole fleet, or what the filters leave of it.
export function showAll() {
  const shown = visible().length ? visible() : [...devices.values()];
  if (!shown.length) return;
  const xs = shown.map(one => mercatorX(one.longitude)), ys = shown.map(one => mercatorY(one.latitude));
  // Relative to the first, because a fleet may stand on both sides of the date line.
  const turned = xs.map(x => xs[0] + shortest(x - xs[0])), [west, east] = ends(turned), [north, south] = ends(ys);
  const canvas = $('#map canvas'), room = Math.min(canvas.clientWidth / (east - west || 1e-6), canvas.clientHeight / (south - north || 1e-6));
  const x = (west + east) / 2;
  Object.assign(view, {x: x - Math.floor(x), y: (north + south) / 2, zoom: Math.max(1, Math.min(17, Math.log2(room * .85 / 256))), isFollowing: false, isAuto: false});
  $('#follow').setAttribute('aria-pressed', false);
  draw('map');
}

const ends = values => values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
