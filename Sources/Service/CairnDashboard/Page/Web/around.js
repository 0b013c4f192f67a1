// What the server's own data say of the surroundings: outlines of land, water and borders, places, and the address at the pin.

import {credit, drawNames} from './names.js';
import {$, color, g, put, w, h} from './paint.js';
import {latitudeAt, mercatorX, mercatorY, way} from './place.js';
import {known, number, object, words} from './read.js';
import {draw} from './frame.js';
import {layers, view, worldSize} from './map.js';

// One question of a kind is on its way at most, and none follows three without an answer.
const MOST_FAILURES = 3, PATIENCE = 8000;
const outlines = {box: null, asked: null, isBusy: false, failures: 0, places: []};
const address = {at: null, isBusy: false, failures: 0};

async function ask(state, url) {
  state.isBusy = true;
  try {
    const reply = await fetch(url, {signal: AbortSignal.timeout(PATIENCE)});
    if (!reply.ok) throw Error(reply.status);
    return object(await reply.json());
  } catch {
    state.failures++;
    return null;
  } finally {
    state.isBusy = false;
  }
}

const mayAsk = ({isBusy, failures}) => !isBusy && failures < MOST_FAILURES;

// --- Outlines

// The part of the world that is shown, in units of its side, with a half of its size more on each side.
function boxNow() {
  const size = worldSize(), down = h / size, across = 2 * w > size ? 1 : w / size;
  return {left: Math.max(0, view.x - across), right: Math.min(1, view.x + across), top: Math.max(.01, view.y - down),
    bottom: Math.min(.99, view.y + down), size};
}

// Whether a box still shows what is on the map, neither too coarse nor too fine.
function isEnough(box) {
  const size = worldSize(), across = w / 2 / size, down = h / 2 / size;
  return box && Math.abs(Math.log2(size / box.size)) < .8
    && (box.left === 0 || box.left <= view.x - across) && (box.right === 1 || box.right >= view.x + across)
    && (box.top === .01 || box.top <= view.y - down) && (box.bottom === .99 || box.bottom >= view.y + down);
}

async function askOutlines() {
  const box = boxNow(), degrees = [box.left * 360 - 180, latitudeAt(box.bottom), box.right * 360 - 180, latitudeAt(box.top)];
  const width = Math.round(Math.max(64, Math.min(4096, (box.right - box.left) * box.size)));
  const url = `outlines?box=${degrees.map(value => value.toFixed(5))}&width=${width}`;
  if (url === outlines.asked) return;
  outlines.asked = url;
  const found = await ask(outlines, url);
  if (found) {
    Object.assign(outlines, {box, failures: 0, land: shape(found.land, box, true), water: shape(found.water, box, true), borders: shape(found.borders, box)});
    for (const source of Array.isArray(found.sources) ? found.sources.slice(0, 8) : []) credit(words(source, 200));
    outlines.places = (Array.isArray(found.places) ? found.places : []).slice(0, 500).map(object).map(p => ({
      longitude: number(p[0], -180, 180), latitude: number(p[1], -90, 90), title: words(p[2], 60), rank: number(p[3], 0, 8) ?? 8,
    })).filter(p => p.title && p.longitude !== null && p.latitude !== null).sort((a, b) => a.rank - b.rank);
  }
  draw('map');
}

// One path of all rings, in pixels from the corner of the box, which a canvas keeps exactly enough.
function shape(rings, {left, top, size}, isClosed) {
  const path = new Path2D();
  for (const ring of Array.isArray(rings) ? rings : []) {
    if (!Array.isArray(ring)) continue;
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const longitude = number(ring[i], -180, 180), latitude = number(ring[i + 1], -90, 90);
      if (longitude === null || latitude === null) break;
      path[i ? 'lineTo' : 'moveTo']((mercatorX(longitude) - left) * size, (mercatorY(latitude) - top) * size);
    }
    if (isClosed) path.closePath();
  }
  return path;
}

function drawOutlines(at) {
  // The world is not asked for only because no position has come.
  if (!isEnough(outlines.box) && mayAsk(outlines) && (known.fix || !view.isFollowing)) askOutlines();
  if (!outlines.box) return;
  const {left, top, size} = outlines.box, scale = worldSize() / size;
  g.save();
  g.translate((left - view.x) * worldSize() + w / 2, (top - view.y) * worldSize() + h / 2);
  g.scale(scale, scale);
  Object.assign(g, {fillStyle: color.land, strokeStyle: color.dim, lineWidth: .7 / scale});
  g.fill(outlines.land, 'evenodd');
  g.stroke(outlines.land);
  g.fillStyle = color.sea;
  g.fill(outlines.water, 'evenodd');
  g.setLineDash([4 / scale, 3 / scale]);
  g.stroke(outlines.borders);
  g.restore();
  drawPlaces(at);
}

function drawPlaces(at) {
  drawNames(outlines.places.map(({longitude, latitude, title, rank}) => {
    const [x, y] = at({x: mercatorX(longitude), y: mercatorY(latitude)});
    return {x, y, title, rank};
  }));
}

// --- The address at the pin, anew once it was moved by 50 m

async function askAddress(centre) {
  if (address.at && way(address.at, centre).distance < 50 || !mayAsk(address)) return;
  address.at = centre;
  const found = await ask(address, `address?at=${centre.latitude.toFixed(6)},${centre.longitude.toFixed(6)}`);
  if (found) address.failures = 0;
  put($('#address'), !found ? '' : words(found.text, 200) ?? 'no address is known here');
  draw('map');
}

export function beginAround(hasOutlines, hasAddresses) {
  if (hasOutlines) layers.under.push((_, at) => drawOutlines(at));
  if (hasAddresses) layers.moved.push(askAddress);
  Object.assign(globalThis.cairn, {address, outlines});
  draw('map');
}
