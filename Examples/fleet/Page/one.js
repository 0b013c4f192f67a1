// The chosen device: its track on the map, its energy by days, what it told lately.

import {draw} from './frame.js';
import {known, list, number, object, readHistory, track, words} from './read.js';
import {$, color, degrees, g, h, joules, make, metres, put, putRows, resize, surface, text, w} from './paint.js';
import {age, devices, STATES, stateOf} from './devices.js';

// `days` are {day, joules: Map of joules by provider}, the oldest first.
export const chosen = {name: null, days: []};
const MOST_DAYS = 14, MOST_PROVIDERS = 8, INKS = ['gps', 'galileo', 'beidou', 'qzss', 'glonass', 'navic', 'sbas', 'dim'];

export function choose(name) {
  Object.assign(chosen, {name: name === chosen.name ? null : name, days: []});
  $('#one').hidden = !chosen.name;
  known.fix = null;
  track.length = 0;
  showFacts({});
  put($('#name'), chosen.name ?? '');
  draw('map', 'fleet', 'one');
}

export function refreshOne(raw) {
  if (words(raw.name, 64) !== chosen.name || !chosen.name) return;  // Another was chosen meanwhile.
  track.length = 0;
  readHistory(list(raw.track, 3600));
  known.fix = devices.get(chosen.name) ?? null;
  chosen.days = list(raw.days, MOST_DAYS).map(one => ({day: words(one.day, 10) ?? '?', joules: new Map(Object.entries(object(one.joules))
    .slice(0, MOST_PROVIDERS).map(([name, value]) => [name.slice(0, 24), number(value) ?? 0]))}));
  showFacts(raw);
  showLately(list(raw.lately, 20));
}

function showFacts(raw) {
  const device = devices.get(chosen.name);
  if (!device) return putRows($('#facts'), []);
  const state = STATES[stateOf(device)], health = object(raw.health), spool = object(raw.spool);
  const missing = number(spool.missing);
  putRows($('#facts'), [
    ['state', `${state.sign} ${state.title}`, state.tone],
    ['heard', `${age(device)} ago`],
    ['place', `${degrees(device.latitude, 'N', 'S')} ${degrees(device.longitude, 'E', 'W')}`],
    ['accuracy', metres(device.accuracy)],
    ['speed', device.speed === null ? '' : `${(device.speed * 3.6).toFixed(0)} km/h`],
    ['source', device.source],
    ['receiver', words(health.receiver, 60)], ['antenna', words(health.antenna, 24)], ['jamming', words(health.jamming, 24)],
    ['waiting', number(health.waiting)], ['fixes', number(spool.fixes)],
    ['missing', missing, missing ? 'warn' : 'good'],
  ]);
}

function showLately(rows) {
  const times = rows.map(one => [number(one.time), words(one.what, 240)]).filter(row => !row.includes(null));
  resize($('#lately'), times.length, () => {
    const row = make('li');
    row.append(make('time'), make('span'));
    return [row];
  });
  times.forEach(([time, what], i) => {
    const [when, span] = $('#lately').children[i].children;
    put(when, new Date(time).toLocaleTimeString([], {hour: '2-digit', minute: '2-digit'}));
    put(span, what);
  });
}

// A bar for each day, of the joules of each provider.
export function drawEnergy() {
  if ($('#one').hidden) return;
  surface('one');
  const days = chosen.days, names = [...new Set(days.flatMap(one => [...one.joules.keys()]))].sort();
  const sum = one => [...one.joules.values()].reduce((a, b) => a + b, 0), most = Math.max(...days.map(sum), 1e-9);
  const bottom = h - 16, top = 18, step = w / Math.max(days.length, 4), wide = Math.min(34, step * .7);
  if (!days.length) text('nothing told yet', w / 2, h / 2, color.dim, 'center');
  days.forEach((one, i) => {
    const x = i * step + step / 2;
    let y = bottom;
    names.forEach((name, k) => {
      const tall = (one.joules.get(name) ?? 0) / most * (bottom - top - 14);
      g.fillStyle = color[INKS[k]];
      g.fillRect(x - wide / 2, y - tall, wide, tall);
      y -= tall;
    });
    text(joules(sum(one)), x, y - 3, color.ink, 'center');
    text(one.day.slice(5), x, h - 3, color.dim, 'center');
  });
  let x = 0;
  names.forEach((name, k) => {
    g.fillStyle = color[INKS[k]];
    g.fillRect(x, 2, 9, 9);
    text(name, x + 12, 11, color.ink);
    x += g.measureText(name).width + 24;
  });
  $('#one canvas').ariaLabel = days.map(one => `${one.day}: ${joules(sum(one))}`).join(', ') || 'no energy told yet';
}

export function listenToOne(refresh) {
  $('#close').onclick = () => choose(chosen.name);
  $('#hours').onchange = refresh;
}
