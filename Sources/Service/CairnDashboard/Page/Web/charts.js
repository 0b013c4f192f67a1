'use strict';
// How far positions lie from each other, against what was promised, and what was promised over time.

function isMoving(points) {
  const speeds = points.slice(-30).map(p => p.speed).filter(speed => speed !== null);
  return speeds.length ? median(speeds) > .5 : way(points[0], points.at(-1)).distance > 4 * points[0].accuracy;
}

// Metres right of and above the mean of all.
function fromMean(points) {
  const offsets = points.map(p => way(points[0], p)), east = mean(offsets.map(p => p.east)), north = mean(offsets.map(p => p.north));
  return offsets.map(p => [p.east - east, p.north - north]);
}

// Metres right of and ahead of the straight way through the points before and after, each at its time.
function fromWay(points) {
  return points.slice(4, -4).map((point, i) => {
    const near = points.slice(i, i + 9), times = near.map(p => (p.time - point.time) / 1000), middle = mean(times);
    const fit = values => {
      const slope = mean(values.map((value, k) => value * (times[k] - middle))) / mean(times.map(t => (t - middle) ** 2));
      return [slope, slope * middle - mean(values)];
    };
    const [vx, x] = fit(near.map(p => way(point, p).east)), [vy, y] = fit(near.map(p => way(point, p).north));
    const speed = Math.hypot(vx, vy);
    return [(x * vy - y * vx) / speed, (x * vx + y * vy) / speed];
  }).filter(one => Number.isFinite(one[0]));
}

function drawDeviation() {
  surface('deviation');
  const points = track.slice(-300), x = w / 2, y = h / 2;
  const moving = points.length > 1 && isMoving(points), offsets = moving ? fromWay(points) : fromMean(points);
  if (offsets.length < 3) return few('deviation');
  const distances = offsets.map(one => Math.hypot(...one)).sort((a, b) => a - b);
  const part = share => distances[Math.floor(distances.length * share)], promised = median(points.map(p => p.accuracy));
  const inside = Math.round(100 * distances.filter(one => one <= promised).length / distances.length);
  const scale = (Math.min(w, h) / 2 - 4) / Math.max(promised * 1.1, part(.98) * 1.1, .01);
  line(color.line, [[x - y, y], [x + y, y]]);
  line(color.line, [[x, 0], [x, h]]);
  text(moving ? 'ahead' : 'N', x + 4, 10);
  text(moving ? 'right' : 'E', Math.min(w, x + y), y - 4, color.dim, 'right');
  g.fillStyle = color.ink;
  offsets.forEach(([right, up], i) => {
    g.globalAlpha = .2 + .6 * i / offsets.length;
    g.fillRect(x + right * scale - 1, y - up * scale - 1, 2.5, 2.5);
  });
  g.globalAlpha = 1;
  circle(x, y, part(.68) * scale, color.good, 1.5);
  circle(x, y, promised * scale, color.accent, 1.5, [5, 4]);
  text(`promised ±${metres(promised)} ┄`, 0, 10, color.accent);
  text(`68 % within ${metres(part(.68))} ─`, 0, 24, color.good);
  text(`${inside} % inside`, 0, h - 3, color.ink);
  caption('deviation', moving ? 'from a straight way' : 'from the mean, not from the truth', `${inside} % within the promised circle`);
}

function few(panel) {
  caption(panel, '');
  text('more positions are needed', w / 2, h / 2, color.dim, 'center');
}

function drawHistory() {
  surface('history');
  if (track.length < 2) return few('history');
  const first = track[0].time, span = Math.max(1, track.at(-1).time - first), place = time => 40 + (w - 42) * (time - first) / span;
  const {accuracy, speed} = track.at(-1), wanted = known.wanted;
  drawCurve(14, h * .56, place, track.map(p => [p.time, Math.log10(Math.max(.001, p.accuracy))]), color.accent,
    wanted ? Math.log10(wanted) : null, power => plain(10 ** power));
  text(`said ±${metres(accuracy)}`, 42, 10, color.accent);
  if (wanted) text(`wanted ${wishName(wanted)} ┄`, w, 10, color.warn, 'right');
  drawCurve(h * .56 + 22, h - 5, place, [[first, 0], ...track.map(p => [p.time, p.speed]).filter(p => p[1] !== null)], color.good,
    null, value => `${short(value, 0)} m/s`);
  text(speed === null ? 'speed unknown' : `speed ${short(speed)} m/s`, 42, h * .56 + 18, color.good);
  caption('history', `the last ${lasting(span / 1000)}`);
}

// One value over time, with lines at round values, and a dashed one for what is wanted.
function drawCurve(top, bottom, place, points, ink, wanted, name) {
  const values = points.map(p => p[1]).concat(wanted ?? []), low = Math.min(...values), high = Math.max(low + .5, ...values);
  const y = value => bottom - (bottom - top) * (value - low) / (high - low), step = Math.max(1, rounded((high - low) / 2));
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    line(color.line, [[40, y(value)], [w, y(value)]]);
    text(name(value), 37, y(value) + 4, color.dim, 'right');
  }
  if (wanted !== null) line(color.warn, [[40, y(wanted)], [w, y(wanted)]], 1, [5, 4]);
  line(ink, points.map(([time, value]) => [place(time), y(value)]), 1.5);
}
