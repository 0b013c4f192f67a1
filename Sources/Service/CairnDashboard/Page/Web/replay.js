// A recording: a slider through its time, its tracks, and how far two of them lie from each other at equal times.

import {$, caption, circle, color, g, h, line, make, median, metres, put, surface, text, w} from './paint.js';
import {mercatorX, mercatorY, way} from './place.js';
import {PANELS, drawAll, isAsleep} from './frame.js';
import {addPoint, known, list, number, track, trails, words} from './read.js';
import {layers} from './map.js';
import {entries} from './panels.js';
import {showState, take} from './app.js';

const MOST_POINTS = 20000, SPEEDS = [1, 10, 60], PATIENCE = 8000;
// Milliseconds by which equal times may differ: receivers round them.
const TOLERANCE = 20;
// Recordings with their tracks, which are asked for when they are shown. One question for a moment is on its way at most.
const replay = {list: [], chosen: 0, other: '', at: 0, shownAt: null, speed: 1, isPlaying: false, isBusy: false, pair: null};

// --- Tracks

const readPoints = raw => list(raw, MOST_POINTS).map(p => ({
  time: number(p[0]), latitude: number(p[1], -90, 90), longitude: number(p[2], -180, 180), accuracy: number(p[3]), speed: number(p[4]),
})).filter(p => ![p.time, p.latitude, p.longitude].includes(null)).map(p => ({...p, x: mercatorX(p.longitude), y: mercatorY(p.latitude)}))
 .sort((a, b) => a.time - b.time);

async function tracksOf(index) {
  const recording = replay.list[index];
  recording.tracks ??= fetch(`recording/${index}`).then(reply => reply.json()).then(raw => ({raw: readPoints(raw?.raw), filtered: readPoints(raw?.filtered)}));
  return recording.tracks;
}

const finest = tracks => tracks.filtered.length ? tracks.filtered : tracks.raw;

// Two tracks with their names: raw and filtered of one recording, or those of two.
async function choose() {
  const {chosen, other} = replay, name = index => replay.list[index].name;
  try {
    const own = await tracksOf(chosen), its = other === '' ? null : await tracksOf(other);
    if (chosen !== replay.chosen || other !== replay.other) return;
    replay.pair = its ? [{name: name(chosen), points: finest(own)}, {name: name(other), points: finest(its)}]
      : [{name: 'filtered', points: own.filtered}, {name: 'raw', points: own.raw}];
    replay.offsets = compare(...replay.pair.map(one => one.points));
  } catch {
    delete replay.list[chosen].tracks;
    if (other !== '') delete replay.list[other].tracks;
  }
  drawAll();
}

// Metres east and north from points of one track to those of another track at the same time, one to one.
export function compare(points, others) {
  const offsets = [], apart = (i, k) => Math.abs(points[i]?.time - others[k]?.time);
  for (let i = 0, k = 0; i < points.length && k < others.length;) {
    const isNearer = apart(i + 1, k) < apart(i, k), isOtherNearer = apart(i, k + 1) < apart(i, k);
    if (apart(i, k) > TOLERANCE || isNearer || isOtherNearer) {
      if (isOtherNearer || !isNearer && others[k].time < points[i].time) k++;
      else i++;
      continue;
    }
    const {east, north} = way(points[i++], others[k++]);
    offsets.push([east, north]);
  }
  return offsets;
}

// Points that lie a pixel or more from the one before; the second track is broken into dashes.
function drawTracks(_, at) {
  replay.pair?.forEach(({name, points}, i) => {
    const ink = i ? color.bad : color.galileo, dashes = i ? [6, 4] : [], shown = [];
    for (const {x, y} of points) {
      const [px, py] = at({x, y}), last = shown.at(-1);
      if (!last || Math.abs(px - last[0]) + Math.abs(py - last[1]) > 1.5) shown.push([px, py]);
    }
    line(ink, shown, 1.5, dashes);
    line(ink, [[8, 30 + 16 * i], [38, 30 + 16 * i]], 2, dashes);
    text(`${name}, ${points.length} points`, 44, 34 + 16 * i, color.ink);
  });
}

function drawComparison() {
  surface('deviation');
  const offsets = replay.offsets ?? [], [first, second] = replay.pair?.map(one => one.name) ?? [];
  if (!offsets.length) {
    caption('deviation', replay.pair ? `${first} and ${second}` : '');
    return text(replay.pair ? 'no equal times' : '…', w / 2, h / 2, color.dim, 'center');
  }
  const distances = offsets.map(one => Math.hypot(...one)).sort((a, b) => a - b), x = w / 2, y = h / 2;
  const half = median(distances), most = distances[Math.floor(distances.length * .95)], largest = distances.at(-1);
  const range = 1.4 * Math.max(most, .01), scale = (Math.min(w, h) / 2 - 4) / range;
  line(color.line, [[x - y, y], [x + y, y]]);
  line(color.line, [[x, 0], [x, h]]);
  Object.assign(g, {fillStyle: color.ink, globalAlpha: .35});
  for (const [east, north] of offsets) {
    const shown = scale * Math.min(1, range / Math.hypot(east, north));  // What is farther away is at the edge.
    g.fillRect(x + east * shown - 1, y - north * shown - 1, 2, 2);
  }
  g.globalAlpha = 1;
  circle(x, y, half * scale, color.good, 1.5);
  circle(x, y, most * scale, color.accent, 1.5, [5, 4]);
  const words = [`median ${metres(half)} ─`, `95 % within ${metres(most)} ┄`, `largest ${metres(largest)}`];
  words.forEach((string, i) => text(string, 0, 10 + 14 * i, [color.good, color.accent, color.ink][i]));
  text(`${offsets.length} equal times`, 0, h - 3, color.ink);
  caption('deviation', `${second} from ${first}`, words.join(', '));
}

// --- Time

const now = () => replay.list[replay.chosen];

function tick(passed) {
  if (!replay.isPlaying || isAsleep()) return;
  replay.at = Math.min(now().end, replay.at + passed * replay.speed);
  if (replay.at >= now().end) play(false);
  showTime();
}

// Asks for the moment of the slider if another one is shown.
async function askMoment() {
  const {chosen, at, isBusy} = replay, moment = Math.round(at);
  if (isBusy || replay.shownAt === moment) return;
  replay.isBusy = true;
  try {
    const reply = await fetch(`recording/${chosen}?at=${moment}`, {signal: AbortSignal.timeout(PATIENCE)});
    const objects = reply.ok ? await reply.json() : [];
    replay.shownAt = moment;
    if (chosen === replay.chosen) await show(list(objects), moment);
  } catch {
    play(false);
    replay.shownAt = moment;
  }
  replay.isBusy = false;
  askMoment();
}

// What came before that moment becomes the track, and the objects are taken as events.
async function show(objects, moment) {
  const points = finest(await tracksOf(replay.chosen));
  track.length = 0;
  for (const p of points) {
    if (p.time > moment - 3600e3 && p.time <= moment) addPoint(p.time, p.latitude, p.longitude, p.accuracy ?? 0, p.speed);
  }
  // What follows from the moment before is told as news; nothing follows from a later one.
  if (!(moment > replay.told)) {
    entries.length = 0;
    Object.assign(known, {receiver: null, intake: null, satellites: []});
    trails.clear();
  }
  replay.told = moment;
  known.clock = clock(moment).split(' ').at(-1);
  if (!objects.some(one => one.event === 'update')) known.fix = null;
  for (const one of objects) take(one, 0);
  const {checksumFailures} = known.receiver ?? {};
  put($('#damage'), checksumFailures ? `▲ ${checksumFailures} damaged messages` : '', 'warn');
  drawAll();
}

// With its date, if it has one; without any time, it is the time since the start.
function clock(time) {
  const text = new Date(time).toISOString().slice(0, 19).replace('T', ' ');
  return now().clock === 'utc' ? text : now().clock === 'timeOfDay' ? text.slice(11) : `${Math.floor(time / 3600e3)}${text.slice(13)}`;
}

function showTime() {
  const {at} = replay, name = clock(at) + (now().clock === 'elapsed' ? '' : ' UTC');
  Object.assign($('#moment'), {min: 0, max: now().end - now().start, value: at - now().start, ariaValueText: name});
  put($('#clock'), name);
  askMoment();
}

function play(isOn) {
  replay.isPlaying = isOn;
  put($('#play'), isOn ? '❚❚' : '▶');
  $('#play').setAttribute('aria-label', isOn ? 'Pause the recording' : 'Play the recording');
}

function setRecording(index) {
  // A comparison of two stays one of those two.
  const other = replay.other === '' ? '' : replay.chosen;
  Object.assign(replay, {chosen: index, at: replay.list[index].start, shownAt: null, told: Infinity, pair: null, other});
  $('#against').replaceChildren(option('raw and filtered', ''), ...replay.list.flatMap((one, i) => i === index ? [] : [option(`against ${one.name}`, i)]));
  $('#against').value = other;
  choose();
  showTime();
}

function option(name, value) {
  const one = make('option');
  put(one, name);
  one.value = value;
  return one;
}

function control(kind, id, name, rest = {}) {
  const one = Object.assign(make(kind), {id, ariaLabel: name, ...rest}), label = make('label');
  // A list says nothing of what it is for.
  if (kind === 'select') label.append(`${name} `);
  label.append(one);
  $('#replay').append(kind === 'select' ? label : one);
  return one;
}

export function beginReplay(recordings) {
  const read = recordings.map(one => ({name: words(one.name, 60) ?? '?', start: number(one.start), end: number(one.end), clock: words(one.clock)}));
  if (!read.length || read.some(one => one.start === null || !(one.end >= one.start))) throw Error('recordings without times');
  replay.list = read;
  Object.assign(known, {isRecorded: true, isOld: false});
  showState();
  $('#replay').hidden = false;
  $('#power').hidden = true;  // Nobody is asked for a plan.
  $('#replay').replaceChildren();
  $('#replay').onsubmit = () => false;
  const chosen = control('select', 'recording', 'Recording'), toggle = () => {
    if (!replay.isPlaying && replay.at >= now().end) replay.at = now().start;
    play(!replay.isPlaying);
  };
  chosen.append(...read.map((one, i) => option(one.name, i)));
  chosen.onchange = () => setRecording(Number(chosen.value));
  control('button', 'play', '', {type: 'button', onclick: toggle});
  const moment = control('input', 'moment', 'Time; space plays', {type: 'range', step: 1000});
  moment.oninput = () => {
    replay.at = now().start + Number(moment.value);
    showTime();
  };
  moment.onkeydown = e => {
    if (e.key !== ' ') return;
    e.preventDefault();
    toggle();
  };
  control('span', 'clock', null);
  control('b', 'damage', null);
  const speed = control('select', 'speed', 'Speed');
  speed.append(...SPEEDS.map(times => option(`${times}×`, times)));
  speed.onchange = () => { replay.speed = Number(speed.value); };
  const against = control('select', 'against', 'Compare');
  against.onchange = () => {
    replay.other = against.value === '' ? '' : Number(against.value);
    choose();
  };
  play(false);
  PANELS.deviation = drawComparison;
  layers.over.push(drawTracks);
  Object.assign(globalThis.cairn, {compare, replay});
  setRecording(0);
  let last = performance.now();
  clearInterval(replay.timer);
  replay.timer = setInterval(() => {
    const passed = performance.now() - last;
    last += passed;
    tick(passed);
  }, 100);
}
