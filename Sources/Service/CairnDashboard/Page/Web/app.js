// Receives the events, and begins.

import {PANELS, tally, panels, draw, drawFrame, drawAll, setAsleep, expectFrame} from './frame.js';
import {number, words, object, list, fields, known, readFix, addPoint, readHistory, readSatellites, readPlan, readUsers, track,
  trails, isPlaced} from './read.js';
import {$, color, g, readTheme, put, remember} from './paint.js';
import {drawMap, layers, listenToMap, view} from './map.js';
import {drawSky, drawSignals, skyPlace} from './sky.js';
import {drawDeviation, drawHistory} from './charts.js';
import {WISHES, answers, namesOn, askNext, takePlan, drawPower, listenToPower} from './power.js';
import {drawFix, STATES, drawReceiver, note, noteDelivery, takeIntake, drawEvents, entries} from './panels.js';

Object.assign(PANELS, {
  fix: drawFix, map: drawMap, sky: drawSky, signals: drawSignals, power: drawPower, deviation: drawDeviation, history: drawHistory,
  receiver: drawReceiver, events: drawEvents,
});

function keep(panel, values) {
  Object.assign(known, values);
  draw(panel);
}

// --- Parts that few pages need are loaded when the server says that it has what they show

let offered = '';
const extras = () => import('./extras.js'), cannotLoad = error => note('', `not shown: ${error.message}`, 'warn');

async function begin({map, outlines, addresses, recordings}) {
  const offer = JSON.stringify([map, outlines, addresses, recordings]), size = number(object(map).size);
  if (offer === offered) return;
  offered = offer;
  Object.assign(layers, {under: [], over: [], moved: []});
  if (list(recordings).length) {
    showState('● recording', 'good');
    import('./replay.js').then(part => part.beginReplay(list(recordings))).catch(cannotLoad);
  }
  if (outlines || addresses || size) {
    extras().then(part => {
      part.beginAround(outlines === true, addresses === true);
      return size && part.beginStreets(size);
    }).catch(cannotLoad);
  }
}

const TAKE = {
  hello(raw) {
    Object.assign(known, {wanted: number(raw.accuracy), plans: raw.plans === true});
    $('#wishes').hidden = !known.plans;
    put($('#title'), words(raw.title, 120) ?? '');
    put($('#version'), words(raw.version, 40) ?? '');
    readHistory(raw.history);
    note('', 'connected');
    begin(raw);
    drawAll();
  },
  update(raw, when) {
    const fixes = list(raw.locations, 1000).map(readFix).filter(Boolean);
    if (!fixes.length) return;
    for (const fix of fixes) addPoint(Date.parse(fix.utc) || Date.now(), fix.latitude, fix.longitude, fix.accuracy, fix.speed);
    keep('fix', {fix: fixes.at(-1), arrived: performance.now(), error: null});
    known.delivered += fixes.length;
    expectFrame(when);
    noteDelivery(fixes.length, known.fix);
    draw('map', 'deviation', 'history');
  },
  satellites(raw) {
    readSatellites(raw);
    draw('sky', 'signals');
  },
  plan: raw => takePlan(readPlan(raw)),
  energy: raw => keep('power', {energy: {...readPlan(raw), clients: readUsers(raw)}}),
  clients: raw => keep('power', {clients: readUsers(raw)}),
  intake: takeIntake,
  receiver(raw) {
    const receiver = fields(raw, 'configured portPercent losses checksumFailures timeToFirstFix',
      'path profile model firmware antenna jamming spoofing power');
    receiver.refused = list(raw.refused).length;
    for (const name of ['model', 'antenna', 'jamming', 'spoofing', 'power']) {
      const value = receiver[name];
      if (value && value !== 'unknown' && value !== known.receiver?.[name]) note('', `receiver: ${name} ${value}`, STATES[value]);
    }
    keep('receiver', {receiver});
  },
  corrections: raw => keep('receiver', {corrections: fields(raw, 'messages', 'source state explanation')}),
  pulses: raw => keep('receiver', {pulses: fields(raw, 'count', 'failure', {offset: 1e9})}),
  error(raw) {
    const error = words(raw.message) ?? 'unknown error';
    note(error, error, raw.severity === 'fatal' ? 'bad' : 'warn');
    keep('fix', {error});
  },
  dropped: raw => note('', `${number(raw.lines)} events are missing here`, 'warn'),
};

// What is told of the surroundings is rare.
for (const name of ['heading', 'region', 'beacons', 'visit']) {
  TAKE[name] = raw => extras().then(({TOLD}) => TOLD[name](raw)).catch(cannotLoad);
}

export function receive(message) {
  let raw = {};
  try {
    raw = object(JSON.parse(message.data));
  } catch {}
  take(raw, Number(message.lastEventId));
}

export function take(raw, when) {
  tally.events++;
  if (Object.hasOwn(TAKE, raw.event)) TAKE[raw.event](raw, when);
  else tally.unread++;
}

let connection = ['connecting', ''], isPaused = false;

function showState(...state) {
  connection = state;
  put($('#state'), ...isPaused ? ['❚❚ paused', 'warn'] : state);
}

// The browser itself comes back after a broken connection, but not after a refused one.
function connect() {
  const source = new EventSource('events');
  source.onmessage = receive;
  source.onopen = () => showState(known.isRecorded ? '● recording' : '● live', 'good');
  source.onerror = () => {
    showState('✕ no connection; trying again', 'bad');
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 5000);
  };
}

// --- What the viewer has chosen

const THEMES = ['auto', 'light', 'dark'];

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  put($('#theme'), `Theme: ${theme}`);
  remember('theme', theme);
  repaint();
}

function repaint() {
  readTheme();
  drawAll();
}

function setPaused() {
  isPaused = !isPaused;
  setAsleep(isPaused);
  $('#pause').setAttribute('aria-pressed', isPaused);
  wake();
  showState(...connection);
}

function wake() {
  draw();
  askNext();
}

$('#pause').onclick = setPaused;
$('#theme').onclick = () => setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % 3]);
setTheme(THEMES.find(theme => theme === remember('theme')) ?? 'auto');
matchMedia('(prefers-color-scheme: dark)').onchange = repaint;
document.onvisibilitychange = wake;
listenToMap();
listenToPower();
const sizes = new ResizeObserver(drawAll);
for (const picture of document.querySelectorAll('.picture')) sizes.observe(picture);
setInterval(draw, 1000, 'fix');  // The age of the position.
// What tests look at and call: all other names are shortened.
globalThis.cairn = {
  $, answers, color, draw, drawFrame, drawMap, drawSky, entries, isPlaced, known, namesOn, panels, receive, skyPlace, tally, track, trails, view, WISHES,
  get g() { return g; },
};
connect();
