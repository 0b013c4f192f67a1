'use strict';
// Receives the events, and draws at most once a frame what they have changed.

const PANELS = {
  fix: drawFix, map: drawMap, sky: drawSky, signals: drawSignals, power: drawPower, deviation: drawDeviation, history: drawHistory,
  receiver: drawReceiver, events: drawEvents,
};
const dirty = new Set();
let paused = false, isQueued = false;

// For tests, also in the body's data attributes: frames and their milliseconds, panels that failed, events, those that were
// not understood; of positions, how many were shown, the median of the milliseconds from sending to the painted frame, and
// how many took more than 100. `panels` has the milliseconds of each.
const tally = {frames: 0, ms: 0, failures: 0, events: 0, unread: 0, shown: 0, delay: 0, late: 0};
const delays = [], panels = {};
let sent = 0;

const isAsleep = () => paused || document.hidden;

function draw(...names) {
  for (const name of names) dirty.add(name);
  if (isQueued || isAsleep() || !dirty.size) return;
  isQueued = true;
  requestAnimationFrame(drawFrame);
}

const drawAll = () => draw(...Object.keys(PANELS));

function drawFrame() {
  isQueued = false;
  for (const name of dirty) drawPanel(name);
  dirty.clear();
  tally.frames++;
  if (sent) setTimeout(noteDelay, 0, sent);  // When the frame is painted.
  sent = 0;
  Object.assign(document.body.dataset, tally);
}

// A panel that fails leaves the others alone.
function drawPanel(name) {
  const began = performance.now();
  try {
    PANELS[name]();
  } catch (error) {
    if (!tally.failures++) console.error(name, error);
  }
  const spent = performance.now() - began, sum = panels[name] ??= {draws: 0, ms: 0};
  sum.draws++;
  sum.ms += spent;
  tally.ms += spent;
}

function noteDelay(when) {
  delays.push(Date.now() - when);
  if (delays.length > 500) delays.shift();
  tally.shown++;
  tally.delay = median(delays);
  if (delays.at(-1) > 100) tally.late++;
}

function keep(panel, values) {
  Object.assign(known, values);
  draw(panel);
}

const TAKE = {
  hello(raw) {
    known.wanted = number(raw.accuracy);
    $('#wishes').hidden = !(known.plans = raw.plans === true);
    put($('#title'), words(raw.title, 120) ?? '');
    put($('#version'), words(raw.version, 40) ?? '');
    readHistory(raw.history);
    note('', 'connected');
    drawAll();
  },
  update(raw, when) {
    const fixes = list(raw.locations, 1000).map(readFix).filter(Boolean);
    if (!fixes.length) return;
    for (const fix of fixes) addPoint(Date.parse(fix.utc) || Date.now(), fix.latitude, fix.longitude, fix.accuracy, fix.speed);
    keep('fix', {fix: fixes.at(-1), arrived: performance.now(), error: null});
    known.delivered += fixes.length;
    if (!isAsleep()) sent ||= when;
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

function receive(message) {
  tally.events++;
  let raw = {};
  try {
    raw = object(JSON.parse(message.data));
  } catch {}
  if (Object.hasOwn(TAKE, raw.event)) TAKE[raw.event](raw, Number(message.lastEventId));
  else tally.unread++;
}

let connection = ['connecting', ''];

function showState(...state) {
  connection = state;
  put($('#state'), ...paused ? ['❚❚ paused', 'warn'] : state);
}

// The browser itself comes back after a broken connection, but not after a refused one.
function connect() {
  const source = new EventSource('events');
  source.onmessage = receive;
  source.onopen = () => showState('● live', 'good');
  source.onerror = () => {
    showState('✕ no connection; trying again', 'bad');
    if (source.readyState === EventSource.CLOSED) setTimeout(connect, 5000);
  };
}

// --- What the viewer has chosen; a browser may forbid to keep it

// Keeps a value if there is one; returns the one that is kept.
function remember(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`cairn.${name}`, value);
    return localStorage.getItem(`cairn.${name}`);
  } catch {}
}

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
  paused = !paused;
  $('#pause').setAttribute('aria-pressed', paused);
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
connect();
