// The fleet on the dashboard's map: asks the server for what has changed, and begins.

import {PANELS, draw, drawAll, panels, tally} from './frame.js';
import {number, words, list, object} from './read.js';
import {$, color, readTheme, put} from './paint.js';
import {drawMap, layers, listenToMap, view} from './map.js';
import {devices, drawDevices, drawFences, showAll, showOne, STATES, stateOf, nearest, filter, fences, visible, MOST} from './devices.js';
import {choose, chosen, drawEnergy, listenToOne, refreshOne} from './one.js';
import {drawList, listenToList} from './list.js';

const PERIOD = 2000, MOST_FENCES = 500;

layers.none = '';
layers.middle.push(drawFences);
layers.over.push(drawDevices);
Object.assign(PANELS, {map: drawMap, one: drawEnergy, fleet: drawList});

async function ask(path) {
  const reply = await fetch(path, {signal: AbortSignal.timeout(10000), cache: 'no-store'});
  if (!reply.ok) throw Error(`${reply.status}`);
  return object(await reply.json());
}

let since = 0, hasFitted = false;

// A row is [name, milliseconds, latitude, longitude, accuracy, speed, course, online, source].
function take(raw) {
  for (const row of list(raw.devices, MOST)) {
    const name = words(row[0], 64), [time, latitude, longitude] = [number(row[1]), number(row[2], -90, 90), number(row[3], -180, 180)];
    if (!name || [time, latitude, longitude].includes(null) || devices.size >= MOST && !devices.has(name)) continue;
    devices.set(name, {name, time, latitude, longitude, accuracy: number(row[4]) ?? 0, speed: number(row[5]), course: number(row[6], 0, 360),
      isOnline: row[7] === true, source: words(row[8], 24)});
  }
  since = number(raw.now) ?? since;
  if (!hasFitted && devices.size) showAll();
  hasFitted ||= devices.size > 0;
}

function takeFences(raw) {
  fences.splice(0, Infinity, ...list(raw.fences, MOST_FENCES).map(one => ({
    name: words(one.name, 200) ?? '?', inside: number(one.inside) ?? 0,
    corners: list(one.corners, 2000).map(p => ({longitude: number(p[0], -180, 180), latitude: number(p[1], -90, 90)}))
      .filter(p => p.longitude !== null && p.latitude !== null),
  })));
}

let isAsking = false;

async function refresh() {
  if (document.hidden || isAsking) return;
  isAsking = true;
  try {
    take(await ask(`devices?since=${since}`));
    takeFences(await ask('fences'));
    if (chosen.name) refreshOne(await ask(`device?name=${encodeURIComponent(chosen.name)}&hours=${$('#hours').value}`));
    put($('#state'), '● live', 'good');
    tally.events++;
  } catch (error) {
    put($('#state'), '✕ no connection; trying again', 'bad');
    tally.unread++;
  }
  isAsking = false;
  drawAll();
}

function listenToDevices() {
  const canvas = $('#map canvas');
  let down = [0, 0];
  canvas.addEventListener('pointerdown', e => { down = [e.offsetX, e.offsetY]; });
  canvas.addEventListener('click', e => {
    if (Math.hypot(e.offsetX - down[0], e.offsetY - down[1]) > 6) return;  // The map was moved.
    const found = nearest(e.offsetX, e.offsetY);
    if (!found) return;
    if (found.count === 1) choose(found.device.name);
    else Object.assign(view, {x: found.x, y: found.y, zoom: Math.min(19, view.zoom + 2), isFollowing: false, isAuto: false});
    draw('map');
    refresh();
  });
  $('#all').onclick = showAll;
}

function select(name) {
  choose(name);
  if (chosen.name) showOne(devices.get(name));
  refresh();
}

matchMedia('(prefers-color-scheme: dark)').onchange = () => { readTheme(); drawAll(); };
document.onvisibilitychange = () => { draw(); refresh(); };
readTheme();
Object.assign(view, {isFollowing: false, isAuto: false});
listenToMap();
listenToDevices();
listenToList(select);
listenToOne(refresh);
const sizes = new ResizeObserver(drawAll);
for (const picture of document.querySelectorAll('.picture')) sizes.observe(picture);
// What tests look at.
globalThis.cairn = {$, chosen, color, devices, fences, filter, panels, refresh, select, stateOf, STATES, tally, view, visible};
refresh();
setInterval(refresh, PERIOD);
