// What is told of the surroundings: where the device looks, regions with their states, beacons and visits.

import {$, color, g, metres, putTable, short, text} from './paint.js';
import {PANELS, draw} from './frame.js';
import {radians} from './place.js';
import {layers, metresPerPixel, onMap, view} from './map.js';
import {note} from './panels.js';
import {fields, known, list, number, object, words} from './read.js';

const MOST_REGIONS = 100;
const told = {regions: new Map(), beacons: [], heading: null};

// --- Reading

// A place: degrees as [latitude, longitude], or with names; null without both.
function readPlace(raw) {
  const {0: north, 1: east, latitude = north, longitude = east} = object(raw);
  const place = {latitude: number(latitude, -90, 90), longitude: number(longitude, -180, 180)};
  return Object.values(place).includes(null) ? null : place;
}

// A circle, a polygon, a corridor, or what has no place, such as a beacon.
function readRegion(raw) {
  const {identifier, state} = fields(raw, '', 'identifier state');
  const corners = list(raw.polygon ?? raw.corridor, 500).map(readPlace).filter(Boolean);
  const region = {title: identifier, state: ['inside', 'outside'].find(name => name === state) ?? 'unknown', centre: readPlace(raw.center),
    radius: number(raw.radius, 0, 1e7) ?? 0, corners, width: number(raw.width, 0, 1e7)};
  return identifier ? region : null;
}

const readBeacons = raw => list(raw.beacons).map(one => fields(one, 'major minor accuracy', 'uuid proximity', {rssi: 200}));

// Milliseconds of UTC, which may be a text; null if it is neither.
const readTime = raw => number(raw) ?? number(Date.parse(words(raw, 40)));

// --- Drawing

// Signs of the states of a region: how it is filled and outlined says the same as its colour.
const REGIONS = {inside: ['good', '✓', .2, []], outside: ['dim', '○', 0, []], unknown: ['warn', '?', 0, [5, 4]]};

function drawRegion({title, state, centre, radius, corners, width}, at) {
  if (!centre && !corners.length) return;
  const [tone, sign, alpha, dashes] = REGIONS[state], ink = color[tone];
  const [x, y] = onMap(centre ?? corners[0], at), path = new Path2D(), far = centre ? Math.min(1e5, radius / metresPerPixel(centre.latitude)) : 0;
  if (centre) path.arc(x, y, far, 0, 7);
  else for (const corner of corners) path.lineTo(...onMap(corner, at));
  if (width === null) path.closePath();
  // A corridor is as wide as it is, and has its state's line in the middle.
  const broad = width === null ? 0 : width / metresPerPixel((centre ?? corners[0]).latitude);
  Object.assign(g, {fillStyle: ink, strokeStyle: ink, lineWidth: broad, globalAlpha: width === null ? alpha : .2});
  if (broad) g.stroke(path);
  else g.fill(path);
  g.lineWidth = 1.5;
  g.globalAlpha = 1;
  g.setLineDash(dashes);
  g.stroke(path);
  g.setLineDash([]);
  if (view.zoom > 11) text(`${sign} ${title}`, x, y - far - 4, ink, 'center');
}

// Where the device looks: filled towards true north's degrees, an outline where only the magnetic ones are known.
function drawHeading({true: angle, magnetic, accuracy}, x, y) {
  const half = radians(Math.max(4, Math.min(90, accuracy ?? 45))), middle = radians((angle ?? magnetic) - 90);
  g.beginPath();
  g.moveTo(x, y);
  g.arc(x, y, 46, middle - half, middle + half);
  g.closePath();
  Object.assign(g, {fillStyle: color.warn, strokeStyle: color.warn, lineWidth: 1, globalAlpha: .35});
  if (angle !== null) g.fill();
  g.globalAlpha = 1;
  g.stroke();
}

function showBeacons() {
  $('#beacons').hidden = !told.beacons.length;
  putTable('#beacons', told.beacons.map(one => [
    [[(one.uuid ?? '?').slice(0, 8), one.major, one.minor].filter(part => (part ?? '') !== '').join(' · ')], [one.proximity ?? '–'],
    [one.accuracy === null ? '–' : metres(one.accuracy)], [one.rssi ?? '–', 'dim'],
  ]));
}

const headingInWords = heading => `${short(heading.true ?? heading.magnetic)}°`
  + (heading.accuracy === null ? '' : ` ±${short(heading.accuracy, 0)}°`) + (heading.true === null ? ', magnetic' : '');

function drawTold(_, at) {
  for (const region of told.regions.values()) drawRegion(region, at);
  if (told.heading && known.fix) drawHeading(told.heading, ...onMap(known.fix, at));
}

// --- Taking

export const TOLD = {
  heading(raw) {
    const heading = fields(raw, 'magnetic true accuracy', '');
    told.heading = heading.true === null && heading.magnetic === null ? null : heading;
    known.heading = told.heading && headingInWords(heading);
    draw('fix', 'map');
  },
  region(raw) {
    const region = readRegion(raw), before = told.regions.get(region?.title);
    if (!region) return;
    if (before?.state !== region.state) note('', `region ${region.title}: ${region.state}`, region.state === 'inside' ? 'good' : '');
    if (before || told.regions.size < MOST_REGIONS) told.regions.set(region.title, region);
    draw('map');
  },
  beacons(raw) {
    const beacons = readBeacons(raw), nearest = beacons.find(one => one.proximity && one.proximity !== 'unknown')?.proximity;
    const news = `beacons: ${beacons.length || 'none'}${nearest ? `, the nearest is ${nearest}` : ''}`;
    if (news !== told.news && (beacons.length || told.news)) note('beacons', news);
    Object.assign(told, {beacons, news});
    draw('beacons');
  },
  visit(raw) {
    const [arrival, departure] = [raw.arrival, raw.departure].map(readTime), place = readPlace(raw);
    const clock = time => time === null ? '…' : new Date(time).toTimeString().slice(0, 5);
    const news = `visit ${departure === null ? `since ${clock(arrival)}` : `from ${clock(arrival)} to ${clock(departure)}`}`
      + (place ? `, ${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}` : '');
    if (news !== told.visit) note('', news);
    told.visit = news;
  },
};

layers.middle.push(drawTold);
PANELS.beacons = showBeacons;
Object.assign(globalThis.cairn, {told});
