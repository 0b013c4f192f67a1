// The map: north up.

import {draw} from './frame.js';
import {known, track} from './read.js';
import {EQUATOR, radians, mercatorX, mercatorY, latitudeAt, longitudeAt, shortest, way} from './place.js';
import {$, color, g, surface, text, line, circle, put, rounded, metres, plain, degrees, w, h} from './paint.js';

// `isAuto`: the zoom follows the track until somebody zooms.
export const view = {x: .5, y: .5, zoom: 1, isFollowing: true, isAuto: true, hasPin: false};

export const worldSize = () => 256 * 2 ** view.zoom;  // pixels
export const metresPerPixel = latitude => EQUATOR * Math.cos(radians(latitude)) / worldSize();

// Keeps the position in the centre, and the last minute and the promised circle on the map.
function follow() {
  const fix = known.fix;
  if (!view.isFollowing || !fix) return;
  view.x = mercatorX(fix.longitude);
  view.y = mercatorY(fix.latitude);
  if (!view.isAuto) return;
  const recent = track.filter(p => p.time > track.at(-1).time - 60000).map(p => way(p, fix).distance);
  const reach = Math.max(15, 1.6 * fix.accuracy, ...recent);
  const zoom = Math.min(19, Math.log2(EQUATOR * Math.cos(radians(fix.latitude)) * .42 * Math.min(w, h) / reach / 256));
  if (zoom < view.zoom || zoom > view.zoom + 1.2) view.zoom = Math.max(1, zoom - .2);
}

// What extras draw: grounds, which tell whether they cover the map; what is below the track, and above it; who is told where the pin is;
// and what stands there without a position.
export const layers = {under: [], middle: [], over: [], moved: [], none: 'no position yet'};

export function drawMap() {
  surface('map');
  follow();
  const fix = known.fix, size = worldSize(), at = ({x, y}) => [shortest(x - view.x) * size + w / 2, (y - view.y) * size + h / 2];
  if (!layers.under.map(draw => draw(view, at)).some(Boolean)) drawGraticule(size);
  for (const draw of layers.middle) draw(view, at);
  line(color.accent, track.map(at), 2.5);
  for (const draw of layers.over) draw(view, at);
  g.fillStyle = color.warn;
  for (const p of track) if (known.wanted !== null && p.accuracy > known.wanted) g.fillRect(at(p)[0] - 2, at(p)[1] - 2, 4, 4);
  if (fix) drawPosition(fix, onMap(fix, at));
  else text(layers.none, w / 2, h / 2, color.dim, 'center');
  drawScale();
  text('N ↑', w - 8, h - ($('#source').hidden ? 10 : 28), color.ink, 'right');
  showCentre();
}

export const onMap = ({latitude, longitude}, at) => at({x: mercatorX(longitude), y: mercatorY(latitude)});

// Lines of whole degrees, or parts of them, 80 to 200 pixels apart.
function drawGraticule(size) {
  const step = rounded(200 / size * 360), digits = Math.max(0, Math.ceil(-Math.log10(step)));
  const west = (view.x - w / 2 / size - .5) * 360, south = latitudeAt(view.y + h / 2 / size);
  for (let i = Math.ceil(west / step); i * step <= west + Math.min(1, w / size) * 360; i++) {
    const x = (mercatorX(i * step) - view.x) * size + w / 2;
    line(color.line, [[x, 0], [x, h]]);
    if (x < w - 90) text(longitudeAt(mercatorX(i * step)).toFixed(digits) + '°', x + 3, 11);
  }
  for (let i = Math.ceil(south / step); i * step < 85; i++) {
    const y = (mercatorY(i * step) - view.y) * size + h / 2;
    if (y < 0) break;
    line(color.line, [[0, y], [w, y]]);
    if (y > (known.isRecorded ? 62 : 24) && y < h - 40) text((i * step).toFixed(digits) + '°', 2, y - 3);
  }
}

function drawPosition({latitude, accuracy, course, speed}, [x, y]) {
  const radius = accuracy / metresPerPixel(latitude);
  g.globalAlpha = .16;
  circle(x, y, radius, color.accent);
  g.globalAlpha = 1;
  circle(x, y, radius, color.accent, 1);
  if (course !== null && speed > .5) {
    g.fillStyle = color.accent;
    g.beginPath();
    for (const [far, turn] of [[21, 0], [10, 2.4], [10, -2.4]]) {
      g.lineTo(x + far * Math.sin(radians(course) + turn), y - far * Math.cos(radians(course) + turn));
    }
    g.fill();
  }
  circle(x, y, 6, color.accent);
  circle(x, y, 6, color.card, 2);
}

function drawScale() {
  const one = metresPerPixel(latitudeAt(view.y)), length = rounded(130 * one), right = 8 + length / one;
  line(color.ink, [[8, h - 14], [8, h - 8], [right, h - 8], [right, h - 14]], 2);
  text(plain(length), 13, h - 13, color.ink);
}

// The pin, the coordinates below it, and how far away they are.
function showCentre() {
  $('#centre').hidden = !view.hasPin;
  if (!view.hasPin) return;
  line(color.bad, [[w / 2, h / 2], [w / 2, h / 2 - 22]], 2);
  circle(w / 2, h / 2 - 28, 7, color.bad);
  const centre = {latitude: latitudeAt(view.y), longitude: longitudeAt(view.x)};
  put($('#place'), `${degrees(centre.latitude, 'N', 'S')} ${degrees(centre.longitude, 'E', 'W')}`
    + (known.fix ? `, ${metres(way(known.fix, centre).distance)} away` : ''));
  for (const tell of layers.moved) tell(centre);
}

// --- Hands on the map

function press(button, name, isOn) {
  view[name] = isOn;
  $(button).setAttribute('aria-pressed', isOn);
  draw('map');
}

function setFollowing(isFollowing) {
  view.isAuto ||= isFollowing;
  press('#follow', 'isFollowing', isFollowing);
}

function setPin(hasPin) {
  press('#pin', 'hasPin', hasPin);
  if (hasPin) setFollowing(false);
}

function move(right, down) {
  view.x += right / worldSize();
  view.x -= Math.floor(view.x);
  view.y = Math.max(0, Math.min(1, view.y + down / worldSize()));
  setFollowing(false);
}

// The point of the map that is so far from the centre stays where it is; while following, that is the centre.
function zoomBy(steps, right = 0, down = 0) {
  const before = worldSize();
  view.zoom = Math.max(0, Math.min(22, view.zoom + steps));
  view.isAuto = false;
  const kept = worldSize() / before - 1;
  if (view.isFollowing) draw('map');
  else move(right * kept, down * kept);
}

const KEYS = {
  ArrowLeft: () => move(-60, 0), ArrowRight: () => move(60, 0), ArrowUp: () => move(0, -60), ArrowDown: () => move(0, 60),
  '+': () => zoomBy(.5), '-': () => zoomBy(-.5), Home: () => setFollowing(true), p: () => setPin(!view.hasPin),
};

export function listenToMap() {
  const canvas = $('#map canvas'), fingers = new Map();
  const spread = () => {
    const [a, b] = fingers.values();
    return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  };
  canvas.onkeydown = e => {
    if (e.ctrlKey || e.metaKey || e.altKey || !Object.hasOwn(KEYS, e.key)) return;
    e.preventDefault();
    KEYS[e.key]();
  };
  canvas.onwheel = e => {
    e.preventDefault();
    zoomBy(Math.max(-1, Math.min(1, -e.deltaY / 300)), e.offsetX - canvas.clientWidth / 2, e.offsetY - canvas.clientHeight / 2);
  };
  canvas.onpointerdown = e => {
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
    canvas.setPointerCapture(e.pointerId);
  };
  canvas.onpointermove = e => {
    const last = fingers.get(e.pointerId), before = spread();
    if (!last) return;
    fingers.set(e.pointerId, [e.clientX, e.clientY]);
    if (before) zoomBy(Math.log2(spread() / before) || 0);
    else move(last[0] - e.clientX, last[1] - e.clientY);
  };
  canvas.onpointerup = canvas.onpointercancel = e => fingers.delete(e.pointerId);
  $('#closer').onclick = () => zoomBy(1);
  $('#wider').onclick = () => zoomBy(-1);
  $('#follow').onclick = () => setFollowing(!view.isFollowing);
  $('#pin').onclick = () => setPin(!view.hasPin);
}
