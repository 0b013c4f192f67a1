// The filters, and the list of devices.

import {draw} from './frame.js';
import {$, make, put, resize} from './paint.js';
import {age, devices, filter, STATES, stateOf, visible} from './devices.js';
import {chosen} from './one.js';

const MOST_ROWS = 200, ORDER = Object.keys(STATES);
let select;

export function drawList() {
  const counts = {};
  for (const device of devices.values()) counts[stateOf(device)] = (counts[stateOf(device)] ?? 0) + 1;
  for (const name of ORDER) put($(`#filter-${name} b`), String(counts[name] ?? 0));
  const all = visible(), isChosen = one => one.device.name === chosen.name;
  put($('#count'), `${devices.size} devices, ${all.length} shown`);
  const shown = all.map(device => ({device, state: stateOf(device)}))
    .sort((a, b) => isChosen(b) - isChosen(a) || ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (a.device.name < b.device.name ? -1 : 1)).slice(0, MOST_ROWS);
  resize($('#devices'), shown.length, makeRow);
  shown.forEach(({device, state}, i) => {
    const button = $('#devices').children[i].firstChild, [sign, name, when] = button.children;
    button.device = device.name;
    button.setAttribute('aria-pressed', device.name === chosen.name);
    put(sign, STATES[state].sign, STATES[state].tone);
    put(name, device.name);
    put(when, age(device), 'dim');
    button.title = STATES[state].title;
  });
}

function makeRow() {
  const row = make('li'), button = make('button');
  button.append(make('span'), make('span'), make('span'));
  button.onclick = () => select(button.device);
  row.append(button);
  return [row];
}

export function listenToList(choose) {
  select = choose;
  for (const [name, {sign, tone, title}] of Object.entries(STATES)) {
    const button = make('button'), icon = make('i');
    button.id = `filter-${name}`;
    button.setAttribute('aria-pressed', true);
    put(icon, sign, tone);
    button.append(icon, title, make('b'));
    button.onclick = () => {
      if (!filter.hidden.delete(name)) filter.hidden.add(name);
      button.setAttribute('aria-pressed', !filter.hidden.has(name));
      draw('fleet', 'map');
    };
    $('#filters').append(button);
  }
  $('#search').oninput = e => {
    filter.words = e.target.value.trim().toLowerCase();
    draw('fleet', 'map');
  };
}
