// What is text: the position in large digits, the receiver, and what became of each position.

import {draw} from './frame.js';
import {known, number, readCauses, words} from './read.js';
import {$, put, putOld, resize, make, putRows, spaced, short, metres, lasting, wishName, degrees} from './paint.js';

const age = () => known.isRecorded ? 0 : (performance.now() - known.arrived) / 1000;

// Seconds after which a position is old: two are missing, by the plan.
const patience = () => Math.max(5, 3 * Math.min(...(known.plan?.providers ?? []).filter(one => one.on).map(one => one.interval ?? 1), 1e9));

// What is not there, by the error's code, and what can be done.
const LOSSES = {
  noProvider: ['no receiver', 'plug one in, or name it with --device'], providerLost: ['receiver lost', 'plug it in again, or switch it on'],
  devicePermission: ['receiver not readable', ''], deviceBusy: ['receiver in use', ''], deviceDistrusted: ['receiver not trusted', ''],
};

export function lossOf({code, severity, provider}) {
  const [title, advice] = LOSSES[Object.hasOwn(LOSSES, code) && code] ?? ['no positions', ''], name = words(provider, 40);
  if (title === 'no positions' && severity !== 'fatal') return null;
  return {title: !name || name.startsWith('gnss') ? title : title.replace('receiver', name), advice, provider: name, since: performance.now()};
}

// A sign, words and a tone: the colour says nothing that the words do not.
function verdict(fix) {
  const {loss, error} = known, came = fix && !known.isRecorded ? `the last position came ${lasting(age())} ago` : '';
  if (known.trouble) return [`✕ no connection${came && `: ${came}`}`, 'bad'];
  if (loss && !(known.measured > loss.since)) return [`✕ ${[loss.title, loss.advice, came, error?.split('): ')[1]].filter(Boolean).join('; ')}`, 'bad'];
  if (!fix) return [`✕ ${error ?? 'none has come yet'}`, 'bad'];
  if (age() > patience()) return [`✕ old: ${came}`, 'bad'];
  if (known.wanted === null) return fix.accuracy < 10 ? ['✓ good', 'good'] : ['▲ coarse', 'warn'];
  const wanted = `the ${wishName(known.wanted)} wanted`;
  return fix.accuracy <= known.wanted ? [`✓ within ${wanted}`, 'good'] : [`▲ coarser than ${wanted}`, 'warn'];
}

const unit = (value, name) => value === null ? '' : `${short(value)} ${name}`;
const KINDS = {unknown: '', twoD: '2D', threeD: '3D', rtkFloat: 'RTK float', rtkFixed: 'RTK fixed'};

export function drawFix() {
  const fix = known.fix, [judgement, tone] = verdict(fix);
  put($('#latitude'), fix ? degrees(fix.latitude, 'N', 'S') : 'no position');
  put($('#longitude'), fix ? degrees(fix.longitude, 'E', 'W') : '');
  put($('#accuracy'), fix ? `±${metres(fix.accuracy)}` : '', tone);
  put($('#verdict'), judgement, tone);
  putOld('fix', fix && tone === 'bad');
  putRows($('#facts'), !fix ? [] : [
    ['altitude', unit(fix.altitude, fix.verticalAccuracy === null ? 'm' : `m ±${metres(fix.verticalAccuracy)}`)],
    ['speed', unit(fix.speed, `m/s, ${short(fix.speed * 3.6, 0)} km/h`)], ['course', unit(fix.course, '°')], ['heading', known.heading],
    ['kind', KINDS[fix.fix] ?? spaced(fix.fix ?? '')], ['satellites', fix.satellitesUsed],
    ['corrections', unit(fix.correctionAge, 's old')], ['from', fix.provider], ['note', fix.flags.join(', '), 'warn'],
    ['UTC', fix.utc?.replace(/[TZ]/g, ' ')],
  ]);
}

// Tones of a receiver's states, and the signs that go with them.
export const STATES = {good: 'good', ok: 'good', none: 'good', open: 'bad', short: 'bad', critical: 'bad', indicated: 'bad', multiple: 'bad'};
const SIGNS = {good: '✓ ', bad: '✕ '};

export function drawReceiver() {
  const {receiver, corrections, pulses, loss, isRecorded} = known, r = receiver ?? {};
  putOld('receiver', known.isOld);
  const some = (name, title, after) => [title, r[name] > 0 ? r[name] + after : '', 'warn'];
  const state = name => [name, r[name] === 'unknown' ? '' : (SIGNS[STATES[r[name]]] ?? '') + spaced(r[name] ?? ''), STATES[r[name]]];
  putRows($('#health'), [
    ['receiver', receiver ? r.model ?? 'not identified' : 'none'], ['', receiver && loss?.title, 'bad'],
    ['last heard', known.isOld && known.heard ? `${lasting((performance.now() - known.heard) / 1000)} ago` : '', 'warn'], ['firmware', r.firmware], ['device', r.path], ['profile', r.profile],
    state('antenna'), state('jamming'), state('spoofing'), ['asleep', r.power],
    ['first fix', r.timeToFirstFix && `after ${lasting(r.timeToFirstFix)}`], ['settings', r.configured && `${r.configured} verified`],
    some('refused', 'refused', ' settings'), some('checksumFailures', 'damaged', ' messages'), isRecorded ? some('bytesSkipped', 'unreadable', ' bytes') : [],
    ['lost', r.losses > 0 ? r.losses > 1 ? `${r.losses} times` : 'once' : '', 'warn'],
    ['port', r.portPercent && `${r.portPercent} % full`],
    ['corrections', corrections?.state, corrections?.state === 'streaming' ? 'good' : 'warn'], ['', corrections?.source],
    ['', corrections?.explanation], ['pulses', pulses?.count], ['', pulses?.failure, 'warn'],
    ['clock', pulses?.offset && `${(pulses.offset * 1e6).toFixed(1)} µs ahead`],
  ]);
}

// --- Events, the latest first; of those of one kind that follow each other, the last is shown

export const entries = [];

export function note(kind, string, tone = '') {
  if (kind && entries[0]?.kind === kind) entries.shift();
  entries.unshift({kind, string, tone, at: known.clock ?? new Date().toTimeString().slice(0, 8)});
  entries.splice(100);
  draw('events');
}

let delivered = 0;

// Positions that were delivered since something else happened.
export function noteDelivery(number, {accuracy, provider}) {
  delivered = number + (entries[0]?.kind === 'delivered' ? delivered : 0);
  note('delivered', `delivered ${delivered}, ±${metres(accuracy)}, ${provider}`);
}

const inWords = causes => [...causes].map(([cause, value]) => `${value} ${cause}`).join(', ');

// What was left out and what was repaired, by cause, and a line for what is new.
export function takeIntake(raw) {
  const intake = {accepted: number(raw.accepted), rejected: readCauses(raw.rejected), repaired: readCauses(raw.repaired)};
  for (const [name, title] of [['rejected', 'left out'], ['repaired', 'repaired']]) {
    const before = cause => known.intake?.[name].get(cause) ?? 0;
    const news = [...intake[name]].map(([cause, value]) => [cause, value - before(cause)]).filter(one => one[1] > 0);
    if (news.length) note('', `${title}: ${inWords(news)}`, 'warn');
  }
  known.intake = intake;
  draw('events');
}

export function drawEvents() {
  const {intake} = known;
  putRows($('#intake'), [
    known.isRecorded ? ['accepted', intake?.accepted] : ['delivered', known.delivered],
    ['left out', intake && inWords(intake.rejected), 'warn'],
    ['repaired', intake && inWords(intake.repaired), 'warn'],
  ]);
  const log = $('#events ol');
  resize(log, entries.length, () => {
    const row = make('li');
    row.append(Object.assign(make('time'), {title: known.isRecorded ? 'in the recording' : 'local time'}), make('span'));
    return [row];
  });
  entries.forEach(({at, string, tone}, i) => {
    put(log.children[i].firstChild, at);
    put(log.children[i].lastChild, string, tone);
  });
}
