// What arrives, made safe to draw: a number is finite and within a range or null, a text or a list has an end.

import {mercatorX, mercatorY} from './place.js';
import {spaced} from './paint.js';
import {SYSTEMS} from './sky.js';

export const number = (value, low = 0, high = 1e15) => typeof value === 'number' && value >= low && value <= high ? value : null;
export const words = (value, most = 300) => typeof value === 'string' && value ? value.slice(0, most) : null;
export const object = value => value && typeof value === 'object' ? value : {};
export const list = (value, most = 50) => Array.isArray(value) ? value.slice(0, most).map(object) : [];

// Members of an event: numbers that are not negative, texts, and numbers with a limit on both sides of 0.
export function fields(raw, positive, texts, signed = {}) {
  const found = {};
  for (const name of positive.split(' ')) found[name] = number(raw[name]);
  for (const name of texts.split(' ')) found[name] = words(raw[name]);
  for (const name in signed) found[name] = number(raw[name], -signed[name], signed[name]);
  return found;
}

// The latest of each kind; `wanted` is in metres, null for the best there is.
export const known = {wanted: null, arrived: 0, delivered: 0, satellites: []};
// The last hour, at most one point a second, the oldest first; times are in milliseconds.
export const track = [];
const LONGEST_TRACK = 3600;

export function readFix(raw) {
  const fix = fields(raw, 'horizontalAccuracy verticalAccuracy speed course satellitesUsed correctionAge', 'fix provider utc',
    {latitude: 90, longitude: 180, altitude: 1e8});
  fix.accuracy = fix.horizontalAccuracy;
  fix.flags = Array.isArray(raw.flags) ? raw.flags.slice(0, 9).map(flag => spaced(words(flag, 40) ?? '')) : [];
  return [fix.latitude, fix.longitude, fix.accuracy].includes(null) ? null : fix;
}

export function addPoint(time, latitude, longitude, accuracy, speed) {
  if (time < track.at(-1)?.time) track.length = 0;  // A recording that begins anew is another track.
  if (time - track.at(-2)?.time < 900) track.pop();
  track.push({time, latitude, longitude, accuracy, speed, x: mercatorX(longitude), y: mercatorY(latitude)});
  if (track.length > LONGEST_TRACK) track.shift();
}

// Points that the server has kept replace the page's own of the same time.
export function readHistory(raw) {
  const points = list(raw, LONGEST_TRACK)
    .map(p => [number(p[0]), number(p[1], -90, 90), number(p[2], -180, 180), number(p[3]), number(p[4])])
    .filter(p => !p.slice(0, 4).includes(null));
  track.splice(0, Infinity, ...track.filter(p => !(p.time >= points[0]?.[0])));
  for (const point of points) addPoint(...point);
}

// Places in the sky in the last hour, by name; times are in seconds.
export const trails = new Map();

export function readSatellites(raw) {
  const time = number(raw.time, 0, 1e20) / 1e9;
  known.hdop = number(raw.hdop);
  known.satellites = list(raw.satellites, 300).map(one => ({
    ...fields(one, 'azimuth carrierToNoise', 'name', {elevation: 90}), name: words(one.name, 6) ?? '?', used: one.used === true,
    system: SYSTEMS.includes(one.system) ? one.system : 'sbas',
  })).sort((a, b) => SYSTEMS.indexOf(a.system) - SYSTEMS.indexOf(b.system) || (a.name < b.name ? -1 : 1));
  for (const one of known.satellites) if (isPlaced(one)) addTrail(one, time);
}

export const isPlaced = ({azimuth, elevation}) => azimuth !== null && elevation !== null;

function addTrail({name, azimuth, elevation}, time) {
  const points = (trails.get(name) ?? []).filter(p => p.time > time - 3600 && p.time <= time), last = points.at(-1);
  if (last?.azimuth !== azimuth || last.elevation !== elevation) points.push({azimuth, elevation, time});
  if (trails.size > 400) trails.clear();
  trails.set(name, points);
}

// A plan, or what it has cost.
export const readPlan = raw => ({
  ...fields(raw, 'milliwatts unmetClients joules', ''),
  // What is wanted and not there is not on.
  providers: list(raw.providers).map(one => {
    const waits = /^waiting/.test(one.reason);
    return {...fields(one, 'milliwatts interval joules', 'provider reason'), waits, on: one.on === true && !waits};
  }),
});
export const readUsers = raw => list(raw.clients).map(one => ({
  ...fields(one, 'milliwatts joules', 'client program accuracy'), protocol: words(object(one.protocols)[0], 20),
}));

// Numbers by their causes, which may be others than today's.
export const readCauses = raw => new Map(Object.entries(object(raw)).slice(0, 30)
  .map(([cause, value]) => [spaced(cause.slice(0, 40)), number(value)]).filter(entry => entry[1]));
