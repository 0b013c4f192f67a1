// How far positions lie from each other, against what was promised, and what was promised over time.

import {known, track} from './read.js';
import {way} from './place.js';
import {color, g, surface, text, line, circle, caption, rounded, short, metres, lasting, plain, wishName, median, mean, w, h} from './paint.js';

function isMoving(points) {
  const speeds = points.slice(-30).map(p => p.speed).filter(speed => speed !== null);
  return speeds.length ? median(speeds) > .5 : way(points[0], points.at(-1)).distance > 4 * points[0].accuracy;
}

// Metres right of and above the mean of all.
function fromMean(points) {
  const offsets = points.map(p => way(points[0], p)), east = mean(offsets.map(p => p.east)), north = mean(offsets.map(p => p.north));
  return offsets.map(p => [p.east - east, p.north - north]);
}

// Weights of nine points at equal distances by which a parabola is smoothed: Savitzky and Golay, 1964.
const WEIGHTS = [-21, 14, 39, 54, 59, 54, 39, 14, -21].map(weight => weight / 231);

// Metres right of and ahead of the smoothed track, where the points before and after have equal distances in time.
function fromTrack(points) {
  return points.slice(4, -4).map((point, i) => {
    const near = points.slice(i, i + 9), gaps = near.slice(1).map((p, k) => p.time - near[k].time);
    const offsets = near.map(p => way(point, p)), smooth = name => -offsets.reduce((sum, p, k) => sum + p[name] * WEIGHTS[k], 0);
    const x = smooth('east'), y = smooth('north'), vx = offsets[8].east - offsets[0].east, vy = offsets[8].north - offsets[0].north;
    const isEven = Math.max(...gaps) < 1.3 * Math.min(...gaps), speed = isEven ? Math.hypot(vx, vy) : 0;
    return [(x * vy - y * vx) / speed, (x * vx + y * vy) / speed];
  }).filter(one => Number.isFinite(one[0]));
}

export function drawDeviation() {
  surface('deviation');
  const points = track.slice(-300), x = w / 2, y = h / 2;
  const moving = points.length > 1 && isMoving(points), offsets = moving ? fromTrack(points) : fromMean(points);
  if (offsets.length < 3) return few('deviation');
  const distances = offsets.map(one => Math.hypot(...one)).sort((a, b) => a - b);
  const part = share => distances[Math.floor(distances.length * share)], promised = median(points.map(p => p.accuracy));
  const inside = Math.round(100 * distances.filter(one => one <= promised).length / distances.length);
  const range = 1.6 * Math.max(promised, part(.68), .01), scale = (Math.min(w, h) / 2 - 4) / range;
  line(color.line, [[x - y, y], [x + y, y]]);
  line(color.line, [[x, 0], [x, h]]);
  text(moving ? 'ahead' : 'N', x + 4, 10);
  text(moving ? 'right' : 'E', Math.min(w, x + y), y - 4, color.dim, 'right');
  g.fillStyle = color.ink;
  offsets.forEach(([right, up], i) => {
    const shown = scale * Math.min(1, range / Math.hypot(right, up));  // What is farther away is at the edge.
    g.globalAlpha = .2 + .6 * i / offsets.length;
    g.fillRect(x + right * shown - 1, y - up * shown - 1, 2.5, 2.5);
  });
  g.globalAlpha = 1;
  circle(x, y, part(.68) * scale, color.good, 1.5);
  circle(x, y, promised * scale, color.accent, 1.5, [5, 4]);
  text(`promised ±${metres(promised)} ┄`, 0, 10, color.accent);
  text(`68 % within ${metres(part(.68))} ─`, 0, 24, color.good);
  text(`${inside} % inside`, 0, h - 3, color.ink);
  const from = `from the ${moving ? 'smoothed track' : 'mean'}, not from the truth`;
  caption('deviation', from, `${from}: promised ±${metres(promised)}, 68 % within ${metres(part(.68))}, ${inside} % inside`);
}

function few(panel) {
  caption(panel, '');
  text('more positions are needed', w / 2, h / 2, color.dim, 'center');
}

export function drawHistory() {
  surface('history');
  if (track.length < 2) return few('history');
  const first = track[0].time, span = Math.max(1, track.at(-1).time - first), place = time => 40 + (w - 42) * (time - first) / span;
  const {accuracy, speed} = track.at(-1), wanted = known.wanted;
  const middle = h * .56, log = value => Math.log10(Math.max(.001, value)), values = track.map(p => log(p.accuracy));
  const limits = [...values, log(wanted || accuracy)], low = Math.min(...limits) - .1, high = Math.max(...limits) + .1;
  drawLines(14, middle, low, high, [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6].flatMap(power => (high - low < 1.5 ? [1, 2, 5] : [1])
    .map(digit => [log(digit * 10 ** power), plain(digit * 10 ** power)])));
  if (wanted) drawCurve(14, middle, low, high, [[40, log(wanted)], [w, log(wanted)]], color.warn, [5, 4]);
  drawCurve(14, middle, low, high, values.map((value, i) => [place(track[i].time), value]), color.accent);
  const said = `said ±${metres(accuracy)}`, pace = speed === null ? 'speed unknown' : `speed ${short(speed)} m/s`;
  text(said, 42, 10, color.accent);
  if (wanted) text(`wanted ${wishName(wanted)} ┄`, w, 10, color.warn, 'right');
  const fast = Math.max(1, ...track.map(p => p.speed)), step = rounded(fast);
  drawLines(middle + 22, h - 5, 0, fast, [[0, 0], [step, short(step, 0)]]);
  drawCurve(middle + 22, h - 5, 0, fast, track.filter(p => p.speed !== null).map(p => [place(p.time), p.speed]), color.good);
  text(pace, 42, middle + 16, color.good);
  const time = `the last ${lasting(span / 1000)}`;
  caption('history', time, `${said}, wanted ${wishName(wanted)}, ${pace}; ${time}`);
}

// The height of a value between two limits, of which the first is at the bottom.
const heightOf = (value, top, bottom, low, high) => bottom - (bottom - top) * (value - low) / (high - low);

function drawLines(top, bottom, low, high, marks) {
  for (const [value, name] of marks) {
    if (value < low || value > high) continue;
    const y = heightOf(value, top, bottom, low, high);
    line(color.line, [[40, y], [w, y]]);
    text(name, 37, y + 4, color.dim, 'right');
  }
}

function drawCurve(top, bottom, low, high, points, ink, dashes) {
  line(ink, points.map(([x, value]) => [x, heightOf(value, top, bottom, low, high)]), 1.5, dashes);
}
