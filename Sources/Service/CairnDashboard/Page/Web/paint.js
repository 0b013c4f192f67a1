// What all panels draw and write with.

export const $ = selector => document.querySelector(selector);

// The theme's colours by the names of style.css: a canvas knows no variables.
export const color = {};
const COLORS = 'card ink dim line good warn bad accent land sea park built road rim major gps glonass galileo beidou qzss navic sbas'.split(' ');

export function readTheme() {
  for (const name of COLORS) {
    $('#probe').style.color = `var(--${name})`;
    color[name] = getComputedStyle($('#probe')).color;
  }
}

// What is drawn on, with its size in pixels of the style.
export let g, w, h;

// Begins with the empty canvas of a panel, which has as many pixels as the device.
export function surface(panel) {
  const canvas = $(`#${panel} canvas`), ratio = devicePixelRatio || 1;
  [w, h] = [canvas.clientWidth, canvas.clientHeight];
  const across = Math.round(w * ratio), down = Math.round(h * ratio);
  if (canvas.width !== across || canvas.height !== down) Object.assign(canvas, {width: across, height: down});
  g = canvas.getContext('2d');
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  g.clearRect(0, 0, w, h);
  g.font = '11px system-ui, "DejaVu Sans", sans-serif';
  g.lineJoin = 'round';
}

// Text with a rim of the background, so that it can be read over lines.
export function text(string, x, y, ink = color.dim, align = 'left') {
  Object.assign(g, {textAlign: align, fillStyle: ink, strokeStyle: color.card, lineWidth: 3});
  g.strokeText(string, x, y);
  g.fillText(string, x, y);
}

export function line(ink, points, width = 1, dashes = []) {
  Object.assign(g, {strokeStyle: ink, lineWidth: width});
  g.setLineDash(dashes);
  g.beginPath();
  for (const [x, y] of points) g.lineTo(x, y);
  g.stroke();
  g.setLineDash([]);
}

// Filled without a width.
export function circle(x, y, radius, ink, width = 0, dashes = []) {
  Object.assign(g, {strokeStyle: ink, fillStyle: ink, lineWidth: width});
  g.setLineDash(dashes);
  g.beginPath();
  g.arc(x, y, Math.min(radius, 1e5), 0, 7);
  if (width) g.stroke();
  else g.fill();
  g.setLineDash([]);
}

// Writes only what differs, so that nothing is laid out for nothing.
function change(element, property, value) {
  if (element[property] !== value) element[property] = value;
}

export function put(element, string, tone = '') {
  change(element, 'textContent', string);
  change(element, 'className', tone);
}

// The words beside a panel's name, and what its picture is for those who do not see it.
export function caption(panel, string, spoken = string) {
  put($(`#${panel} small`), string);
  change($(`#${panel} canvas`), 'ariaLabel', spoken);
}

// Shows that a panel has what was once true.
export const putOld = (panel, isOld) => $(`#${panel}`).classList.toggle('old', Boolean(isOld));

// Makes children of a kind until there are as many as wanted.
export function resize(parent, length, make) {
  while (parent.children.length > length) parent.lastChild.remove();
  while (parent.children.length < length) parent.append(...make());
}

export const make = name => document.createElement(name);

// Fills a list of names and values; rows are [name, value, tone], and those without a value are left out.
export function putRows(target, rows) {
  const shown = rows.filter(row => (row[1] ?? '') !== '');
  resize(target, 2 * shown.length, () => [make('dt'), make('dd')]);
  shown.forEach(([name, value, tone], i) => {
    put(target.children[2 * i], name);
    put(target.children[2 * i + 1], String(value), tone);
  });
}

// Fills a table; cells are [text, tone, columns].
export function putTable(table, rows) {
  const body = $(`${table} tbody`), text = JSON.stringify(rows);
  if (body.shown === text) return;
  body.shown = text;
  body.replaceChildren(...rows.map(cells => {
    const row = make('tr');
    for (const [string, tone, columns = 1] of cells) {
      const cell = make('td');
      put(cell, string, tone);
      cell.colSpan = columns;
      if (string.length > 20) cell.title = string;
      row.append(cell);
    }
    return row;
  }));
}

// --- Numbers in words

export const spaced = name => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
// The largest of 1, 2 and 5 times a power of ten that is not above a value.
export function rounded(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [5, 2, 1].find(digit => digit * power <= value * 1.000001) * power;
}
export const short = (value, digits = 1) =>
  value < 1e6 ? value.toFixed(value < 10 ? digits + 1 : value < 100 ? digits : 0) : value.toExponential(1);
function scaled(value, units) {
  if (value === null) return 'unknown';
  const [size, unit] = units.find(([size]) => value >= size) ?? units.at(-1);
  return `${value ? short(value / (size || 1)) : 0} ${unit}`;
}
export const metres = value => scaled(value, [[1000, 'km'], [1, 'm'], [.01, 'cm'], [0, 'm']]);
export const watts = value => scaled(value, [[1e6, 'kW'], [1000, 'W'], [1, 'mW']]);
export const joules = value => scaled(value, [[1e6, 'MJ'], [1000, 'kJ'], [1, 'J'], [.001, 'mJ']]);
export const lasting = seconds => scaled(seconds, [[86400, 'days'], [3600, 'h'], [60, 'min'], [1, 's']]);
export const plain = value => metres(value).replace(/\.0+ /, ' ');
export const wishName = value => value === null ? 'best' : plain(value);
export const degrees = (value, plus, minus) => `${Math.abs(value).toFixed(7)}° ${value < 0 ? minus : plus}`;
export const median = values => [...values].sort((a, b) => a - b)[values.length >> 1];
export const mean = values => values.reduce((a, b) => a + b, 0) / values.length;

// --- What the viewer has chosen; a browser may forbid to keep it

// Keeps a value if there is one; returns the one that is kept.
export function remember(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`cairn.${name}`, value);
    return localStorage.getItem(`cairn.${name}`);
  } catch {}
}
