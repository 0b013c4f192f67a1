// What positions cost, for whom, why, and what another accuracy would cost. Asking for that changes nothing on the device.

import './app.js';  // So that all that is there without this is one file.
import {isAsleep, draw} from './frame.js';
import {object, known, readPlan} from './read.js';
import {$, color, g, surface, text, put, caption, putTable, short, watts, joules, lasting, wishName, remember, w, h} from './paint.js';
import {note} from './panels.js';

// Metres, the finest first; null is the best there is.
export const WISHES = [null, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
// Plans by the index of the wish. One question is on its way at most; none follows three without an answer, or a refusal.
export const answers = [];
const asking = {wish: 0, isChosen: false, isBusy: false, failures: 0, timer: 0};

const wishNow = () => WISHES.findLastIndex(wish => (wish ?? 0) <= (known.wanted ?? 0));

// The wish of the slider is asked first, then all that have no answer that counts.
export function askNext() {
  clearTimeout(asking.timer);
  asking.timer = setTimeout(() => {
    const isOpen = i => !(answers[i]?.isFresh), next = isOpen(asking.wish) ? asking.wish : WISHES.findIndex((_, i) => isOpen(i));
    if (next >= 0 && !asking.isBusy && asking.failures < 3 && !isAsleep() && known.plan && known.plans) ask(next);
  }, 150);
}

export function forgive() {
  asking.failures = 0;
  askNext();
}

async function ask(index) {
  asking.isBusy = true;
  try {
    const reply = await fetch(`plan?accuracy=${WISHES[index] ?? 'best'}`, {signal: AbortSignal.timeout(5000)});
    if (reply.ok) answers[index] = {...readPlan(object(await reply.json())), isFresh: true};
    asking.failures = reply.ok ? 0 : 3;
  } catch {
    asking.failures++;
  }
  asking.isBusy = false;
  draw('power');
  askNext();
}

export const namesOn = plan => plan.providers.filter(one => one.on).map(one => one.provider).join(' and ') || 'nothing';

// Answers for another state of the device do not count.
export function takePlan(plan) {
  if (!known.plan || namesOn(plan) !== namesOn(known.plan)) {
    for (const answer of answers) if (answer) answer.isFresh = false;
    note('', `plan: ${namesOn(plan)} on, ${watts(plan.milliwatts)}`);
  }
  known.plan = plan;
  if (!asking.isChosen) setWish(wishNow());
  draw('power');
  askNext();
}

function setWish(index) {
  asking.wish = index;
  Object.assign($('#wish'), {value: index, ariaValueText: wishName(WISHES[index])});
  draw('power');
}

export function drawPower() {
  const {plan, energy} = known, answer = answers[asking.wish], wish = wishName(WISHES[asking.wish]);
  put($('#wished'), wish);
  put($('#asked'), `for ${wish}`);
  const same = (list, one) => list?.providers.find(other => other.provider === one.provider);
  const why = one => {
    const then = same(answer, one)?.reason;
    return one.reason + (then && then !== one.reason ? ` · for ${wish}: ${then}` : '');
  };
  putTable('#providers', (plan?.providers ?? []).flatMap(one => [[
    [`${one.on ? '●' : '○'} ${one.provider ?? '?'}`, one.on ? 'good' : ''], power(one), power(same(answer, one)),
    [joules(same(energy, one)?.joules ?? null), 'dim'],
  ], [[why(one), 'why', 4]]]));
  showUsers();
  const none = asking.failures > 2 ? 'no answer' : '…';
  put($('#answer'), answer ? compare(plan.milliwatts, answer) : none, answer?.unmetClients ? 'warn' : '');
  put($('#days'), [battery(plan, 'now'), battery(answer, `for ${wish}`)].filter(Boolean).join(' · ') || 'lasts how long?', 'dim');
  drawWishes(plan, energy);
}

const power = one => !one ? ['–', 'dim'] : one.on ? [watts(one.milliwatts)] : [one.waits ? 'waiting' : 'off', 'dim'];

function compare(now, answer) {
  const then = answer.milliwatts, times = Math.max(now, then) / Math.min(now, then);
  return `${namesOn(answer)}: ${watts(then)}` + (answer.unmetClients ? ', not reached' : '')
    + (!(times < 1e9) ? '' : times < 1.05 ? ', as now' : `, ${short(times)} times ${then < now ? 'less' : 'more'} than now`);
}

// How long a battery lasts if nothing else draws from it.
function battery(plan, name) {
  const hours = Number($('#battery').value) * 1000 / (plan?.milliwatts || Infinity);
  return hours > 0 ? `${lasting(hours * 3600)} ${name}` : '';
}

function showUsers() {
  const users = known.clients ?? known.energy?.clients ?? [];
  $('#users').hidden = !users.length;
  putTable('#users', users.slice(0, 8).map(one => [
    [(one.program ?? one.client ?? one.protocol ?? '?').split('/').at(-1)], [one.milliwatts === null ? '–' : watts(one.milliwatts)],
    [one.accuracy ?? '–'], [joules(one.joules), 'dim'],
  ]));
}

// A bar for each wish, above its place on the slider; hollow where it is not reached.
function drawWishes(plan, energy) {
  surface('power');
  const bottom = h - 14, step = (w - 16) / 13, wide = Math.min(26, step * .7), ends = {};
  // What is chosen is written first, and then what covers nothing.
  const label = (row, string, x, y, ink) => {
    const half = g.measureText(string).width / 2 + 2, taken = ends[row] ??= [];
    x = Math.max(half, Math.min(w - half, x));
    if (taken.some(other => Math.abs(other.x - x) < other.half + half)) return;
    taken.push({x, half});
    text(string, x, y, ink, 'center');
  };
  const most = Math.max(.001, ...answers.map(answer => answer?.milliwatts ?? 0));
  [...WISHES.keys()].sort((a, b) => (b === asking.wish) - (a === asking.wish) || (b === wishNow()) - (a === wishNow())).forEach(i => {
    const x = 8 + i * step, milliwatts = answers[i]?.milliwatts, top = bottom - (bottom - 26) * (milliwatts ?? 0) / most;
    const ink = i === asking.wish ? color.accent : i === wishNow() ? color.good : color.dim;
    Object.assign(g, {fillStyle: ink, strokeStyle: ink, lineWidth: 1});
    if (answers[i]?.unmetClients) g.strokeRect(x - wide / 2, top, wide, bottom - top);
    else g.fillRect(x - wide / 2, top, wide, bottom - top);
    if (i === wishNow()) label('now', 'now', x, top - 14, color.good);
    if (milliwatts != null) label('value', milliwatts < .1 ? '<.1' : short(milliwatts, 0), x, top - 3, ink);
    label('name', wishName(WISHES[i]).replace(' ', ''), x, h - 2, ink);
  });
  if (answers.length && answers.every(answer => !answer.milliwatts)) {
    text('what the hardware draws is unknown', w / 2, h / 2, color.dim, 'center');
  }
  const spent = energy ? `, ${joules(energy.joules)} so far` : '';
  caption('power', plan ? `${plan.providers.some(one => one.on) ? watts(plan.milliwatts) : 'nothing is on'} now for ${wishName(known.wanted)}${spent}` : 'no plan yet',
    answers.map((answer, i) => `${wishName(WISHES[i])}: ${watts(answer.milliwatts)}`).join(', '));
}

function listen() {
  $('#wish').oninput = e => {
    Object.assign(asking, {isChosen: true, failures: 0});
    setWish(Number(e.target.value));
    askNext();
  };
  $('#battery').value = remember('battery') ?? '';
  $('#battery').oninput = e => {
    remember('battery', e.target.value);
    draw('power');
  };
}

listen();
Object.assign(globalThis.cairn, {WISHES, answers, namesOn});
