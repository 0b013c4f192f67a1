// Receives the events, and begins.

import {PANELS, tally, panels, draw, drawFrame, drawAll, setAsleep, expectFrame} from './frame.js';
import {number, words, object, list, fields, known, readFix, addPoint, readHistory, readSatellites, readPlan, readUsers, track,
  trails, isPlaced} from './read.js';
import {$, color, g, readTheme, put, remember} from './paint.js';
import {drawMap, layers, listenToMap, view} from './map.js';
import {drawSky, drawSignals, skyPlace} from './sky.js';
import {drawDeviation, drawHistory} from './charts.js';
import {drawFix, STATES, drawReceiver, lossOf, note, noteDelivery, takeIntake, drawEvents, entries} from './panels.js';

Object.assign(PANELS, {
  fix: drawFix, map: drawMap, sky: drawSky, signals: drawSignals, power: () => power?.drawPower(), deviation: drawDeviation, history: drawHistory,
  receiver: drawReceiver, events: drawEvents,
});

function keep(panel, values) {
  Object.assign(known, values);
  draw(panel);
}

// --- Parts that few pages need are loaded when the server says that it has what they show

let offered = '', power;
const extras = () => import('./extras.js'), powers = () => import('./power.js').then(part => (power = part));
const cannotLoad = error => note('', `not shown: ${error.message}`, 'warn');

async function begin({map, outlines, addresses, recordings}) {
  const offer = JSON.stringify([map, outlines, addresses, recordings]), size = number(object(map).size);
  if (offer === offered) return;
  offered = offer;
  Object.assign(layers, {under: [], over: [], moved: []});
  if (list(recordings).length) {
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
  hello(raw, when) {
    told = when;
    // What is lost is told after this.
    Object.assign(known, {wanted: number(raw.accuracy), plans: raw.plans === true, loss: null, isOld: false});
    power?.forgive();
    $('#wishes').hidden = !known.plans;
    put($('#title'), words(raw.title, 120) ?? '');
    put($('#version'), words(raw.version, 40) ?? '');
    readHistory(raw.history);
    note('', 'connected');
    begin(raw);
    showState();
    drawAll();
  },
  update(raw, when) {
    const fixes = list(raw.locations, 1000).map(readFix).filter(Boolean);
    if (!fixes.length) return;
    if (known.isRecorded) return keep('fix', {fix: fixes.at(-1)});
    for (const fix of fixes) addPoint(Date.parse(fix.utc) || Date.now(), fix.latitude, fix.longitude, fix.accuracy, fix.speed);
    keep('fix', {fix: fixes.at(-1), arrived: moment(when), error: null});
    if (known.fix.fix !== 'estimated') heard(when, known.fix.provider ?? '');
    if (!(when < told)) {
      known.delivered += fixes.length;
      noteDelivery(fixes.length, known.fix);
      expectFrame(when);
    }
    draw('map', 'deviation', 'history');
  },
  satellites(raw, when) {
    readSatellites(raw);
    heard(when);
    known.isOld = false;
    draw('sky', 'signals');
  },
  plan(raw) {
    const plan = readPlan(raw);
    powers().then(() => power.takePlan(plan)).catch(cannotLoad);
    for (const one of plan.providers) if (one.on) found(one.provider);
  },
  energy: raw => keep('power', {energy: {...readPlan(raw), clients: readUsers(raw)}}),
  clients: raw => keep('power', {clients: readUsers(raw)}),
  intake: takeIntake,
  receiver(raw, when) {
    const receiver = fields(raw, 'configured portPercent losses checksumFailures bytesSkipped timeToFirstFix frames',
      'path profile model firmware antenna jamming spoofing power');
    receiver.refused = list(raw.refused).length;
    for (const name of ['model', 'antenna', 'jamming', 'spoofing', 'power']) {
      const value = receiver[name];
      if (value && value !== 'unknown' && value !== known.receiver?.[name]) note('', `receiver: ${name} ${value}`, STATES[value]);
    }
    if (receiver.frames !== known.receiver?.frames) heard(when);
    keep('receiver', {receiver});
  },
  corrections: raw => keep('receiver', {corrections: fields(raw, 'messages', 'source state explanation')}),
  pulses: raw => keep('receiver', {pulses: fields(raw, 'count', 'failure', {offset: 1e9})}),
  error(raw) {
    const error = words(raw.message) ?? 'unknown error';
    note(error, error, raw.severity === 'fatal' ? 'bad' : 'warn');
    const loss = lossOf(raw);
    if (loss) keep('sky', {loss, isOld: true});
    keep('fix', {error});
    draw('signals');
    showState();
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

// A source is there: what was lost of it has come back.
function found(provider) {
  if (!known.loss || (known.loss.provider ?? provider) !== provider) return;
  keep('fix', {loss: null});
  draw('receiver');
  showState();
}

// Of the server's clock, when the stream has begun: what has an earlier time happened before.
let told = 0;
const moment = when => performance.now() - Math.max(0, told - when || 0);

// Something was measured.
function heard(when, provider = 'gnss') {
  const now = moment(when), isFirst = !known.measured;
  known.measured = now;
  if (provider.startsWith('gnss')) known.heard = now;
  found(provider);
  if (isFirst) showState();
}

let isPaused = false;

export function showState() {
  const {trouble, loss, isRecorded, measured, arrived} = known;
  put($('#state'), ...isPaused ? ['❚❚ paused', 'warn'] : trouble ? [trouble, 'bad'] : isRecorded ? ['● recording', 'good']
    : loss ? [`✕ ${loss.title}`, 'bad'] : measured || arrived ? ['● live', 'good'] : ['○ nothing yet', 'dim']);
}

function cut(trouble) {
  Object.assign(known, {trouble, isOld: !known.isRecorded});
  showState();
  draw('fix', 'sky', 'signals', 'receiver');
}

// --- The stream. A browser has six connections for all pages of a server: a page that is not seen lets go of its own after a moment

const PATIENCE = 10000;
// Why there is no stream, by the status of the answer, which only another question tells.
const REFUSALS = {401: 'started again: open its new address', 503: '16 pages are open already; close one'};
let source, timer, hiding;

function connect() {
  if (document.hidden) return;
  const own = source = new EventSource('events');
  source.onmessage = receive;
  timer = setTimeout(cut, PATIENCE, '✕ no answer; if other windows show this page, too, close one');
  source.onopen = () => {
    clearTimeout(timer);
    known.trouble = '';
    showState();
  };
  // The browser itself comes back after a broken connection, but not after a refused one.
  source.onerror = async () => {
    clearTimeout(timer);
    cut('✕ no connection; trying again');
    if (own.readyState !== EventSource.CLOSED) return;
    timer = setTimeout(connect, 5000);
    const {status} = await fetch('events', {method: 'HEAD', signal: AbortSignal.timeout(4000)}).catch(() => ({}));
    if (REFUSALS[status] && own === source) cut(`✕ ${REFUSALS[status]}`);
  };
}

function letGo() {
  clearTimeout(timer);
  source?.close();
  source = null;
}

function follow() {
  clearTimeout(hiding);
  if (document.hidden) hiding = setTimeout(letGo, PATIENCE);
  else if (source?.readyState !== EventSource.OPEN) {
    letGo();
    connect();
  }
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
  showState();
}

function wake() {
  draw();
  power?.askNext();
}

$('#pause').onclick = setPaused;
$('#theme').onclick = () => setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % 3]);
setTheme(THEMES.find(theme => theme === remember('theme')) ?? 'auto');
matchMedia('(prefers-color-scheme: dark)').onchange = repaint;
document.onvisibilitychange = () => {
  follow();
  wake();
};
listenToMap();
const sizes = new ResizeObserver(drawAll);
for (const picture of document.querySelectorAll('.picture')) sizes.observe(picture);
setInterval(draw, 1000, 'fix', 'receiver');  // The ages of the position and of the receiver's last word.
// What tests look at and call: all other names are shortened.
globalThis.cairn = {
  $, color, draw, drawFrame, drawMap, drawSky, entries, isPlaced, known, panels, receive, skyPlace, tally, track, trails, view,
  get g() { return g; },
  get source() { return source; },
};
follow();
