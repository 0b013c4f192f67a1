// Draws at most once a frame what has changed.

import {median} from './paint.js';

// What draws each panel, by the name of its section.
export const PANELS = {};
const dirty = new Set();
let isPaused = false, isQueued = false;

// For tests, also in the body's data attributes: frames and their milliseconds, panels that failed, events, those that were
// not understood; of positions, how many were shown, the median of the milliseconds from sending to the painted frame, and
// how many took more than 100. `panels` has the milliseconds of each.
export const tally = {frames: 0, ms: 0, failures: 0, events: 0, unread: 0, shown: 0, delay: 0, late: 0};
export const panels = {};
const delays = [];
let sent = 0;  // When the server sent what the next frame shows first.

export const isAsleep = () => isPaused || document.hidden;

export function draw(...names) {
  for (const name of names) dirty.add(name);
  if (isQueued || isAsleep() || !dirty.size) return;
  isQueued = true;
  requestAnimationFrame(drawFrame);
}

export const drawAll = () => draw(...Object.keys(PANELS));

export function drawFrame() {
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

// Begins or ends the pause; nothing is drawn in it.
export function setAsleep(isOn) {
  isPaused = isOn;
}

// The next frame shows something that was sent at that time.
export function expectFrame(when) {
  if (!isAsleep()) sent ||= when;
}
