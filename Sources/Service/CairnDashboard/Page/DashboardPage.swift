// Written by scripts/build/page.py from the files in Page/Web.
// swift-format-ignore-file

/// The files of the page, as a browser gets them.
enum DashboardPage {
  static let assets: [Asset] = [
    Asset(name: "index.html", mediaType: "text/html; charset=utf-8", bytes: Array(#"""
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cairn</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
<script defer src="app.js"></script>
<header>
<h1>Cairn</h1><span id="title"></span><small id="version"></small>
<b id="state" role="status">connecting</b>
<button id="pause" aria-pressed="false">Pause</button>
<button id="theme"></button>
</header>
<main>
<section id="fix" aria-label="Position">
<p id="latitude"></p><p id="longitude"></p><p id="accuracy"></p><p id="verdict"></p>
<dl id="facts"></dl>
</section>
<section id="map" aria-label="Map">
<div class="picture">
<canvas tabindex="0" role="application" aria-label="Map, north up: arrows move it, plus and minus zoom, Home follows the position"></canvas>
<div class="tools">
<button id="closer" aria-label="Zoom in">+</button>
<button id="wider" aria-label="Zoom out">−</button>
<button id="follow" aria-pressed="true" aria-label="Follow the position">◎</button>
<button id="pin" aria-pressed="false" aria-label="Pin in the centre">✛</button>
</div>
<p id="centre" hidden></p>
</div>
</section>
<section id="sky">
<h2>Sky <small></small></h2>
<div class="picture"><canvas role="img"></canvas></div>
</section>
<section id="signals">
<h2>Signals <small>C/N0, dB-Hz; filled: used for the position</small></h2>
<div class="picture"><canvas role="img"></canvas></div>
</section>
<section id="power">
<h2>Power <small></small></h2>
<div class="pair">
<div>
<table id="providers"><thead><tr><th>provider<th>now<th id="asked"><th>so far</thead><tbody></table>
<table id="users" hidden><thead><tr><th>program<th>now<th>wants<th>so far</thead><tbody></table>
</div>
<div>
<label for="wish">How accurate do you need it? <b id="wished"></b></label>
<div class="picture"><canvas role="img"></canvas></div>
<input id="wish" type="range" min="0" max="13">
<p id="answer"></p>
<label>Battery <input id="battery" type="number" min="0" step="any"> Wh <span id="days"></span></label>
</div>
</div>
</section>
<section id="deviation">
<h2>Deviation <small></small></h2>
<div class="picture"><canvas role="img"></canvas></div>
</section>
<section id="history">
<h2>Accuracy and speed <small></small></h2>
<div class="picture"><canvas role="img"></canvas></div>
</section>
<section id="receiver">
<h2>Receiver</h2>
<dl id="health"></dl>
</section>
<section id="events">
<h2>What became of each position</h2>
<dl id="intake"></dl>
<ol tabindex="0" aria-label="The latest first"></ol>
</section>
</main>
<i id="probe" hidden></i>

"""#.utf8)),
    Asset(name: "style.css", mediaType: "text/css; charset=utf-8", bytes: Array(#"""
:root{color-scheme:light dark;--page:light-dark(#e9edf1,#0e1319);--card:light-dark(#fff,#171f28);--ink:light-dark(#131c25,#e9eef3);--dim:light-dark(#51606e,#95a5b6);--line:light-dark(#d3dbe3,#2c3844);--good:light-dark(#12743a,#5fd38a);--warn:light-dark(#8f5400,#f0b952);--bad:light-dark(#b3261e,#ff7d78);--accent:light-dark(#1260b0,#6db3f2);--gps:light-dark(#2367b8,#5aa5ee);--glonass:light-dark(#c0392b,#ee6d63);--galileo:light-dark(#1c8049,#45bf7c);--beidou:light-dark(#a36800,#e6ab3e);--qzss:light-dark(#8038b8,#c286ee);--navic:light-dark(#0d7f80,#3fc6c6);--sbas:light-dark(#62707d,#97a5b3);}[data-theme=light]{color-scheme:light}[data-theme=dark]{color-scheme:dark}*{box-sizing:border-box}[hidden]{display:none !important}body{margin:0;background:var(--page);color:var(--ink);font:13px/1.35 system-ui,"DejaVu Sans",sans-serif;font-variant-numeric:tabular-nums}header{display:flex;flex-wrap:wrap;gap:4px 10px;align-items:center;padding:7px 12px}h1{font-size:1.25em;margin:0}h2{font-size:1em;margin:0 0 4px}p,dd{margin:0}small,dt,th,.dim,.why,time{color:var(--dim);font-weight:400}#state{margin-left:auto}button,input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:2px 9px}[aria-pressed=true]{border-color:var(--accent);color:var(--accent)}:focus-visible{outline:2px solid var(--accent)}.good{color:var(--good)}.warn{color:var(--warn)}.bad{color:var(--bad)}main{display:grid;gap:8px;padding:0 8px 8px;height:calc(100vh - 44px);min-height:840px;grid:"fix map map sky" 37fr "signals signals deviation history" 24fr "power power receiver events" 39fr / 300px 1fr 1fr 330px;}#fix{grid-area:fix}#map{grid-area:map}#sky{grid-area:sky}#signals{grid-area:signals}#power{grid-area:power}#deviation{grid-area:deviation}#history{grid-area:history}#receiver{grid-area:receiver}#events{grid-area:events}section{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:8px 10px;display:flex;flex-direction:column;min-width:0;min-height:0;overflow:auto;overflow-wrap:anywhere;}.picture{position:relative;flex:1;min-height:80px}canvas{position:absolute;width:100%;height:100%}#latitude,#longitude{font-size:1.95em;line-height:1.2;white-space:nowrap}#accuracy{font-size:1.7em;font-weight:600}dl{display:grid;grid-template-columns:auto 1fr;gap:1px 10px;margin:5px 0 0}dd,td,li{unicode-bidi:isolate}#map canvas{touch-action:none}.tools{position:absolute;right:0;display:grid;gap:4px}.tools button{width:38px;height:38px;padding:0}#centre{position:absolute;left:50%;bottom:4px;transform:translateX(-50%);text-align:center;background:var(--card);border:1px solid;border-radius:6px;padding:1px 8px}.pair{display:grid;grid-template-columns:1.25fr 1fr;gap:14px;flex:1;min-height:0}.pair>div{display:flex;flex-direction:column;min-width:0}table{border-collapse:collapse}th,td{padding:0 6px 0 0;text-align:left;vertical-align:top}th + th,td + td{text-align:right}th,td + td{white-space:nowrap}.why{font-size:.92em;padding-bottom:4px}#wish{padding:0;margin:0;accent-color:var(--accent)}#battery{width:80px}ol{margin:5px 0 0;padding:0;list-style:none;overflow:auto;flex:1;min-height:60px}time{margin-right:8px}@media (max-width:1150px){main{height:auto;grid:"fix map" "sky signals" "power power" "deviation history" "receiver events" / 1fr 1fr}section{min-height:270px}ol{max-height:260px}}@media (max-width:700px){main{grid:"fix" "map" "sky" "signals" "power" "deviation" "history" "receiver" "events" / minmax(0,1fr)}section{min-height:0}#map,#sky{min-height:340px}#signals,#history,#deviation{min-height:250px}.pair{grid-template-columns:minmax(0,1fr)}}
"""#.utf8)),
    Asset(name: "app.js", mediaType: "text/javascript; charset=utf-8", bytes: Array(#"""
'use strict';
const number=(value,low=0,high=1e15)=>typeof value==='number'&&value>=low&&value<=high?value:null;
const words=(value,most=300)=>typeof value==='string'&&value?value.slice(0,most):null;
const object=value=>value&&typeof value==='object'?value:{};
const list=(value,most=50)=>Array.isArray(value)?value.slice(0,most).map(object):[];
function fields(raw,positive,texts,signed={}){
const found={};
for (const name of positive.split(' ')) found[name]=number(raw[name]);
for (const name of texts.split(' ')) found[name]=words(raw[name]);
for (const name in signed) found[name]=number(raw[name],-signed[name],signed[name]);
return found;
}
const known={wanted:null,arrived:0,delivered:0,satellites:[]};
const track=[];
const LONGEST_TRACK=3600;
function readFix(raw){
const fix=fields(raw,'horizontalAccuracy verticalAccuracy speed course satellitesUsed correctionAge','fix provider utc',
{latitude:90,longitude:180,altitude:1e8});
fix.accuracy=fix.horizontalAccuracy;
fix.flags=Array.isArray(raw.flags)?raw.flags.slice(0,9).map(flag=>spaced(words(flag,40)??'')):[];
return [fix.latitude,fix.longitude,fix.accuracy].includes(null)?null:fix;
}
function addPoint(time,latitude,longitude,accuracy,speed){
if (time<track.at(-1)?.time) track.length=0;
if (time-track.at(-2)?.time<900) track.pop();
track.push({time,latitude,longitude,accuracy,speed,x:mercatorX(longitude),y:mercatorY(latitude)});
if (track.length>LONGEST_TRACK) track.shift();
}
function readHistory(raw){
const points=list(raw,LONGEST_TRACK)
.map(p=>[number(p[0]),number(p[1],-90,90),number(p[2],-180,180),number(p[3]),number(p[4])])
.filter(p=>!p.slice(0,4).includes(null));
track.splice(0,Infinity,...track.filter(p=>!(p.time>=points[0]?.[0])));
for (const point of points) addPoint(...point);
}
const trails=new Map();
function readSatellites(raw){
const time=number(raw.time,0,1e20)/1e9;
known.hdop=number(raw.hdop);
known.satellites=list(raw.satellites,300).map(one=>({
...fields(one,'azimuth carrierToNoise','name',{elevation:90}),name:words(one.name,6)??'?',used:one.used===true,
system:SYSTEMS.includes(one.system)?one.system:'sbas',
})).sort((a,b)=>SYSTEMS.indexOf(a.system)-SYSTEMS.indexOf(b.system)||(a.name<b.name?-1:1));
for (const one of known.satellites) if (isPlaced(one)) addTrail(one,time);
}
const isPlaced=({azimuth,elevation})=>azimuth!==null&&elevation!==null;
function addTrail({name,azimuth,elevation},time){
const points=(trails.get(name)??[]).filter(p=>p.time>time-3600&&p.time<=time),last=points.at(-1);
if (last?.azimuth!==azimuth||last.elevation!==elevation) points.push({azimuth,elevation,time});
if (trails.size>400) trails.clear();
trails.set(name,points);
}
const readPlan=raw=>({
...fields(raw,'milliwatts unmetClients joules',''),
providers:list(raw.providers).map(one=>({...fields(one,'milliwatts interval joules','provider reason'),on:one.on===true})),
});
const readUsers=raw=>list(raw.clients).map(one=>fields(one,'milliwatts joules','client program accuracy'));
const readCauses=raw=>new Map(Object.entries(object(raw)).slice(0,30)
.map(([cause,value])=>[spaced(cause.slice(0,40)),number(value)]).filter(entry=>entry[1]));
const $=selector=>document.querySelector(selector);
const color={};
const COLORS='card ink dim line good warn bad accent gps glonass galileo beidou qzss navic sbas'.split(' ');
function readTheme(){
for (const name of COLORS){
$('#probe').style.color=`var(--${name})`;
color[name]=getComputedStyle($('#probe')).color;
}
}
let g,w,h;
function surface(panel){
const canvas=$(`#${panel} canvas`),ratio=devicePixelRatio||1;
[w,h]=[canvas.clientWidth,canvas.clientHeight];
const across=Math.round(w*ratio),down=Math.round(h*ratio);
if (canvas.width!==across||canvas.height!==down) Object.assign(canvas,{width:across,height:down});
g=canvas.getContext('2d');
g.setTransform(ratio,0,0,ratio,0,0);
g.clearRect(0,0,w,h);
g.font='11px system-ui, "DejaVu Sans", sans-serif';
g.lineJoin='round';
}
function text(string,x,y,ink=color.dim,align='left'){
Object.assign(g,{textAlign:align,fillStyle:ink,strokeStyle:color.card,lineWidth:3});
g.strokeText(string,x,y);
g.fillText(string,x,y);
}
function line(ink,points,width=1,dashes=[]){
Object.assign(g,{strokeStyle:ink,lineWidth:width});
g.setLineDash(dashes);
g.beginPath();
for (const [x,y] of points) g.lineTo(x,y);
g.stroke();
g.setLineDash([]);
}
function circle(x,y,radius,ink,width=0,dashes=[]){
Object.assign(g,{strokeStyle:ink,fillStyle:ink,lineWidth:width});
g.setLineDash(dashes);
g.beginPath();
g.arc(x,y,Math.min(radius,1e5),0,7);
if (width) g.stroke();
else g.fill();
g.setLineDash([]);
}
function change(element,property,value){
if (element[property]!==value) element[property]=value;
}
function put(element,string,tone=''){
change(element,'textContent',string);
change(element,'className',tone);
}
function caption(panel,string,spoken=string){
put($(`#${panel} small`),string);
change($(`#${panel} canvas`),'ariaLabel',spoken);
}
function resize(parent,length,make){
while (parent.children.length>length) parent.lastChild.remove();
while (parent.children.length<length) parent.append(...make());
}
const make=name=>document.createElement(name);
function putRows(target,rows){
const shown=rows.filter(row=>(row[1]??'')!=='');
resize(target,2*shown.length,()=>[make('dt'),make('dd')]);
shown.forEach(([name,value,tone],i)=>{
put(target.children[2*i],name);
put(target.children[2*i+1],String(value),tone);
});
}
const spaced=name=>name.replace(/([a-z])([A-Z])/g,'$1 $2').toLowerCase();
function rounded(value){
const power=10 ** Math.floor(Math.log10(value));
return [5,2,1].find(digit=>digit*power<=value*1.000001)*power;
}
const short=(value,digits=1)=>
value<1e6?value.toFixed(value<10?digits+1:value<100?digits:0):value.toExponential(1);
function scaled(value,units){
if (value===null) return 'unknown';
const [size,unit]=units.find(([size])=>value>=size)??units.at(-1);
return `${value ? short(value / size) : 0} ${unit}`;
}
const metres=value=>scaled(value,[[1000,'km'],[1,'m'],[.01,'cm'],[0,'m']]);
const watts=value=>scaled(value,[[1e6,'kW'],[1000,'W'],[1,'mW']]);
const joules=value=>scaled(value,[[1e6,'MJ'],[1000,'kJ'],[1,'J'],[.001,'mJ']]);
const lasting=seconds=>scaled(seconds,[[86400,'days'],[3600,'h'],[60,'min'],[1,'s']]);
const plain=value=>metres(value).replace(/\.0+ /,' ');
const wishName=value=>value===null?'best':plain(value);
const degrees=(value,plus,minus)=>`${Math.abs(value).toFixed(7)}° ${value < 0 ? minus : plus}`;
const median=values=>[...values].sort((a,b)=>a-b)[values.length>>1];
const mean=values=>values.reduce((a,b)=>a+b,0)/values.length;
const EQUATOR=40075016.7;
const view={x:.5,y:.5,zoom:1,isFollowing:true,isAuto:true,hasPin:false};
const radians=angle=>angle*Math.PI/180;
const mercatorX=longitude=>longitude/360+.5;
const mercatorY=latitude=>.5-Math.asinh(Math.tan(radians(Math.max(-85,Math.min(85,latitude)))))/(2*Math.PI);
const latitudeAt=y=>Math.atan(Math.sinh((.5-y)*2*Math.PI))*180/Math.PI;
const longitudeAt=x=>(x-Math.floor(x)-.5)*360;
const worldSize=()=>256*2 ** view.zoom;
const metresPerPixel=latitude=>EQUATOR*Math.cos(radians(latitude))/worldSize();
const shortest=x=>x-Math.round(x);
function way(from,to){
const east=shortest((to.longitude-from.longitude)/360)*EQUATOR*Math.cos(radians((from.latitude+to.latitude)/2));
const north=(to.latitude-from.latitude)/360*EQUATOR;
return{east,north,distance:Math.hypot(east,north)};
}
function follow(){
const fix=known.fix;
if (!view.isFollowing||!fix) return;
view.x=mercatorX(fix.longitude);
view.y=mercatorY(fix.latitude);
if (!view.isAuto) return;
const recent=track.filter(p=>p.time>track.at(-1).time-60000).map(p=>way(p,fix).distance);
const reach=Math.max(15,1.6*fix.accuracy,...recent);
const zoom=Math.min(19,Math.log2(EQUATOR*Math.cos(radians(fix.latitude))*.42*Math.min(w,h)/reach/256));
if (zoom<view.zoom||zoom>view.zoom+1.2) view.zoom=Math.max(1,zoom-.2);
}
function drawMap(){
surface('map');
follow();
const fix=known.fix,size=worldSize(),at=({x,y})=>[shortest(x-view.x)*size+w/2,(y-view.y)*size+h/2];
drawGraticule(size);
line(color.accent,track.map(at),2.5);
g.fillStyle=color.warn;
for (const p of track) if (known.wanted!==null&&p.accuracy>known.wanted) g.fillRect(at(p)[0]-2,at(p)[1]-2,4,4);
if (fix) drawPosition(fix,at({x:mercatorX(fix.longitude),y:mercatorY(fix.latitude)}));
else text('no position yet',w/2,h/2,color.dim,'center');
drawScale();
text('N ↑',w-8,h-10,color.ink,'right');
showCentre();
}
function drawGraticule(size){
const step=rounded(200/size*360),digits=Math.max(0,Math.ceil(-Math.log10(step)));
const west=(view.x-w/2/size-.5)*360,south=latitudeAt(view.y+h/2/size);
for (let i=Math.ceil(west/step); i*step<=west+Math.min(1,w/size)*360; i++){
const x=(mercatorX(i*step)-view.x)*size+w/2;
line(color.line,[[x,0],[x,h]]);
if (x<w-90) text(longitudeAt(mercatorX(i*step)).toFixed(digits)+'°',x+3,11);
}
for (let i=Math.ceil(south/step); i*step<85; i++){
const y=(mercatorY(i*step)-view.y)*size+h/2;
if (y<0) break;
line(color.line,[[0,y],[w,y]]);
if (y>24&&y<h-40) text((i*step).toFixed(digits)+'°',2,y-3);
}
}
function drawPosition({latitude,accuracy,course,speed},[x,y]){
const radius=accuracy/metresPerPixel(latitude);
g.globalAlpha=.16;
circle(x,y,radius,color.accent);
g.globalAlpha=1;
circle(x,y,radius,color.accent,1);
if (course!==null&&speed>.5){
g.beginPath();
for (const [far,turn] of [[21,0],[10,2.4],[10,-2.4]]){
g.lineTo(x+far*Math.sin(radians(course)+turn),y-far*Math.cos(radians(course)+turn));
}
g.fill();
}
circle(x,y,6,color.accent);
circle(x,y,6,color.card,2);
}
function drawScale(){
const one=metresPerPixel(latitudeAt(view.y)),length=rounded(130*one),right=8+length/one;
line(color.ink,[[8,h-14],[8,h-8],[right,h-8],[right,h-14]],2);
text(plain(length),13,h-13,color.ink);
}
function showCentre(){
$('#centre').hidden=!view.hasPin;
if (!view.hasPin) return;
line(color.bad,[[w/2,h/2],[w/2,h/2-22]],2);
circle(w/2,h/2-28,7,color.bad);
const centre={latitude:latitudeAt(view.y),longitude:longitudeAt(view.x)};
put($('#centre'),`${degrees(centre.latitude, 'N', 'S')} ${degrees(centre.longitude, 'E', 'W')}`
+(known.fix?`, ${metres(way(known.fix, centre).distance)} away`:''));
}
function press(button,name,isOn){
view[name]=isOn;
$(button).setAttribute('aria-pressed',isOn);
draw('map');
}
function setFollowing(isFollowing){
view.isAuto||=isFollowing;
press('#follow','isFollowing',isFollowing);
}
function setPin(hasPin){
press('#pin','hasPin',hasPin);
if (hasPin) setFollowing(false);
}
function move(right,down){
view.x+=right/worldSize();
view.x-=Math.floor(view.x);
view.y=Math.max(0,Math.min(1,view.y+down/worldSize()));
setFollowing(false);
}
function zoomBy(steps,right=0,down=0){
const before=worldSize();
view.zoom=Math.max(0,Math.min(22,view.zoom+steps));
view.isAuto=false;
const kept=worldSize()/before-1;
if (view.isFollowing) draw('map');
else move(right*kept,down*kept);
}
const KEYS={
ArrowLeft:()=>move(-60,0),ArrowRight:()=>move(60,0),ArrowUp:()=>move(0,-60),ArrowDown:()=>move(0,60),
'+':()=>zoomBy(.5),'-':()=>zoomBy(-.5),Home:()=>setFollowing(true),
};
function listenToMap(){
const canvas=$('#map canvas'),fingers=new Map();
const spread=()=>{
const [a,b]=fingers.values();
return b?Math.hypot(a[0]-b[0],a[1]-b[1]):0;
};
canvas.onkeydown=e=>{
if (e.ctrlKey||e.metaKey||e.altKey||!Object.hasOwn(KEYS,e.key)) return;
e.preventDefault();
KEYS[e.key]();
};
canvas.onwheel=e=>{
e.preventDefault();
zoomBy(Math.max(-1,Math.min(1,-e.deltaY/300)),e.offsetX-canvas.clientWidth/2,e.offsetY-canvas.clientHeight/2);
};
canvas.onpointerdown=e=>{
fingers.set(e.pointerId,[e.clientX,e.clientY]);
canvas.setPointerCapture(e.pointerId);
};
canvas.onpointermove=e=>{
const last=fingers.get(e.pointerId),before=spread();
if (!last) return;
fingers.set(e.pointerId,[e.clientX,e.clientY]);
if (before) zoomBy(Math.log2(spread()/before)||0);
else move(last[0]-e.clientX,last[1]-e.clientY);
};
canvas.onpointerup=canvas.onpointercancel=e=>fingers.delete(e.pointerId);
$('#closer').onclick=()=>zoomBy(1);
$('#wider').onclick=()=>zoomBy(-1);
$('#follow').onclick=()=>setFollowing(!view.isFollowing);
$('#pin').onclick=()=>setPin(!view.hasPin);
}
const SYSTEMS=['gps','galileo','glonass','beidou','qzss','navic','sbas'];
function skyPlace({azimuth,elevation}){
const distance=(Math.min(w,h)/2-15)*(90-Math.max(0,elevation))/90,angle=radians(azimuth);
return [w/2+distance*Math.sin(angle),h/2-distance*Math.cos(angle)];
}
function drawSky(){
surface('sky');
const placed=known.satellites.filter(isPlaced),taken=[];
drawHorizon();
for (const{name,system}of placed){
g.globalAlpha=.5;
line(color[system],(trails.get(name)??[]).map(skyPlace));
g.globalAlpha=1;
}
placed.sort((a,b)=>b.used-a.used||b.carrierToNoise-a.carrierToNoise);
const sizes=placed.map(one=>3+Math.max(0,Math.min(60,one.carrierToNoise)-20)/8);
placed.forEach((one,i)=>{
const [x,y]=skyPlace(one),radius=sizes[i];
circle(x,y,radius,color[one.system],one.used?0:1.5);
taken.push([x-radius,y-radius,x+radius,y+radius]);
});
placed.forEach((one,i)=>nameSatellite(one,...skyPlace(one),sizes[i],taken));
const used=known.satellites.filter(one=>one.used);
caption('sky',`${used.length} used of ${known.satellites.length}`+(known.hdop?`, HDOP ${short(known.hdop, 0)}`:''));
}
function drawHorizon(){
for (const elevation of [0,30,60]) circle(w/2,h/2,(Math.min(w,h)/2-15)*(90-elevation)/90,color.line,1);
for (const azimuth of [0,90]) line(color.line,[azimuth,azimuth+180].map(azimuth=>skyPlace({azimuth,elevation:0})));
['N','E','S','W'].forEach((name,i)=>{
const [x,y]=skyPlace({azimuth:90*i,elevation:0});
text(name,x+[0,9,0,-9][i],y+[-3,4,13,4][i],color.ink,'center');
});
}
function nameSatellite({name,used},x,y,radius,taken){
const wide=7*name.length,gap=radius+2;
const boxes=[[x-wide/2,y-gap-10],[x-wide/2,y+gap],[x+gap,y-5],[x-gap-wide,y-5]];
const box=boxes.map(([left,top])=>[left,top,left+wide,top+10]).find(([left,top,right,bottom])=>
left>0&&top>0&&right<w&&bottom<h
&&taken.every(other=>left>other[2]||right<other[0]||top>other[3]||bottom<other[1]));
if (!box) return;
taken.push(box);
text(name,box[0],box[3]-1,used?color.ink:color.dim);
}
function drawSignals(){
surface('signals');
const shown=known.satellites.filter(one=>one.carrierToNoise);
const bottom=h-44,y=level=>bottom-(bottom-6)*Math.min(55,level)/55;
for (const level of [10,20,30,40,50]){
line(color.line,[[20,y(level)],[w,y(level)]]);
text(level,16,y(level)+4,color.dim,'right');
}
const step=Math.min(30,(w-24)/Math.max(1,shown.length)),wide=Math.max(1,step*.72);
shown.forEach(({name,system,carrierToNoise,used},i)=>{
const x=24+i*step,top=y(carrierToNoise);
Object.assign(g,{fillStyle:color[system],strokeStyle:color[system],lineWidth:1});
if (used||wide<4) g.fillRect(x,top,wide,bottom-top);
else g.strokeRect(x+.5,top,wide-1,bottom-top);
if (step<9) return;
g.save();
g.translate(x+wide/2+4,bottom+3);
g.rotate(-Math.PI/2);
text(name,0,0,color.dim,'right');
g.restore();
});
let x=24;
for (const system of SYSTEMS){
const own=shown.filter(one=>one.system===system);
if (!own.length) continue;
const label=`${system.toUpperCase()} ${own.filter(one => one.used).length}/${own.length}`;
text(label,x,h-3,color[system]);
x+=g.measureText(label).width+12;
}
$('#signals canvas').ariaLabel=`${shown.length} satellites tracked`;
}
function isMoving(points){
const speeds=points.slice(-30).map(p=>p.speed).filter(speed=>speed!==null);
return speeds.length?median(speeds)>.5:way(points[0],points.at(-1)).distance>4*points[0].accuracy;
}
function fromMean(points){
const offsets=points.map(p=>way(points[0],p)),east=mean(offsets.map(p=>p.east)),north=mean(offsets.map(p=>p.north));
return offsets.map(p=>[p.east-east,p.north-north]);
}
const WEIGHTS=[-21,14,39,54,59,54,39,14,-21].map(weight=>weight/231);
function fromTrack(points){
return points.slice(4,-4).map((point,i)=>{
const near=points.slice(i,i+9),gaps=near.slice(1).map((p,k)=>p.time-near[k].time);
const offsets=near.map(p=>way(point,p)),smooth=name=>-offsets.reduce((sum,p,k)=>sum+p[name]*WEIGHTS[k],0);
const x=smooth('east'),y=smooth('north'),vx=offsets[8].east-offsets[0].east,vy=offsets[8].north-offsets[0].north;
const isEven=Math.max(...gaps)<1.3*Math.min(...gaps),speed=isEven?Math.hypot(vx,vy):0;
return [(x*vy-y*vx)/speed,(x*vx+y*vy)/speed];
}).filter(one=>Number.isFinite(one[0]));
}
function drawDeviation(){
surface('deviation');
const points=track.slice(-300),x=w/2,y=h/2;
const moving=points.length>1&&isMoving(points),offsets=moving?fromTrack(points):fromMean(points);
if (offsets.length<3) return few('deviation');
const distances=offsets.map(one=>Math.hypot(...one)).sort((a,b)=>a-b);
const part=share=>distances[Math.floor(distances.length*share)],promised=median(points.map(p=>p.accuracy));
const inside=Math.round(100*distances.filter(one=>one<=promised).length/distances.length);
const range=1.6*Math.max(promised,part(.68),.01),scale=(Math.min(w,h)/2-4)/range;
line(color.line,[[x-y,y],[x+y,y]]);
line(color.line,[[x,0],[x,h]]);
text(moving?'ahead':'N',x+4,10);
text(moving?'right':'E',Math.min(w,x+y),y-4,color.dim,'right');
g.fillStyle=color.ink;
offsets.forEach(([right,up],i)=>{
const shown=scale*Math.min(1,range/Math.hypot(right,up));
g.globalAlpha=.2+.6*i/offsets.length;
g.fillRect(x+right*shown-1,y-up*shown-1,2.5,2.5);
});
g.globalAlpha=1;
circle(x,y,part(.68)*scale,color.good,1.5);
circle(x,y,promised*scale,color.accent,1.5,[5,4]);
text(`promised ±${metres(promised)} ┄`,0,10,color.accent);
text(`68 % within ${metres(part(.68))} ─`,0,24,color.good);
text(`${inside} % inside`,0,h-3,color.ink);
caption('deviation',moving?'from the smoothed track':'from the mean, not from the truth',`${inside} % within the promised circle`);
}
function few(panel){
caption(panel,'');
text('more positions are needed',w/2,h/2,color.dim,'center');
}
function drawHistory(){
surface('history');
if (track.length<2) return few('history');
const first=track[0].time,span=Math.max(1,track.at(-1).time-first),place=time=>40+(w-42)*(time-first)/span;
const{accuracy,speed}=track.at(-1),wanted=known.wanted;
const middle=h*.56,log=value=>Math.log10(Math.max(.001,value)),values=track.map(p=>log(p.accuracy));
const limits=[...values,log(wanted||accuracy)],low=Math.min(...limits)-.1,high=Math.max(...limits)+.1;
drawLines(14,middle,low,high,[-3,-2,-1,0,1,2,3,4,5,6].flatMap(power=>(high-low<1.5?[1,2,5]:[1])
.map(digit=>[log(digit*10 ** power),plain(digit*10 ** power)])));
if (wanted) drawCurve(14,middle,low,high,[[40,log(wanted)],[w,log(wanted)]],color.warn,[5,4]);
drawCurve(14,middle,low,high,values.map((value,i)=>[place(track[i].time),value]),color.accent);
text(`said ±${metres(accuracy)}`,42,10,color.accent);
if (wanted) text(`wanted ${wishName(wanted)} ┄`,w,10,color.warn,'right');
const fast=Math.max(1,...track.map(p=>p.speed)),step=rounded(fast);
drawLines(middle+22,h-5,0,fast,[[0,0],[step,short(step,0)]]);
drawCurve(middle+22,h-5,0,fast,track.filter(p=>p.speed!==null).map(p=>[place(p.time),p.speed]),color.good);
text(speed===null?'speed unknown':`speed ${short(speed)} m/s`,42,middle+16,color.good);
caption('history',`the last ${lasting(span / 1000)}`);
}
const heightOf=(value,top,bottom,low,high)=>bottom-(bottom-top)*(value-low)/(high-low);
function drawLines(top,bottom,low,high,marks){
for (const [value,name] of marks){
if (value<low||value>high) continue;
const y=heightOf(value,top,bottom,low,high);
line(color.line,[[40,y],[w,y]]);
text(name,37,y+4,color.dim,'right');
}
}
function drawCurve(top,bottom,low,high,points,ink,dashes){
line(ink,points.map(([x,value])=>[x,heightOf(value,top,bottom,low,high)]),1.5,dashes);
}
const WISHES=[null,1,2,5,10,20,50,100,200,500,1000,2000,5000,10000];
const answers=[];
const asking={wish:0,isChosen:false,isBusy:false,failures:0,timer:0};
const wishNow=()=>WISHES.findLastIndex(wish=>(wish??0)<=(known.wanted??0));
function askNext(){
clearTimeout(asking.timer);
asking.timer=setTimeout(()=>{
const isOpen=i=>!(answers[i]?.isFresh),next=isOpen(asking.wish)?asking.wish:WISHES.findIndex((_,i)=>isOpen(i));
if (next>=0&&!asking.isBusy&&asking.failures<3&&!isAsleep()&&known.plan) ask(next);
},150);
}
async function ask(index){
asking.isBusy=true;
try{
const reply=await fetch(`plan?accuracy=${WISHES[index] ?? 'best'}`,{signal:AbortSignal.timeout(5000)});
if (reply.ok) answers[index]={...readPlan(object(await reply.json())),isFresh:true};
asking.failures=reply.ok?0:3;
}catch{
asking.failures++;
}
asking.isBusy=false;
draw('power');
askNext();
}
const namesOn=plan=>plan.providers.filter(one=>one.on).map(one=>one.provider).join(' and ')||'nothing';
function takePlan(plan){
if (!known.plan||namesOn(plan)!==namesOn(known.plan)){
for (const answer of answers) if (answer) answer.isFresh=false;
note('',`plan: ${namesOn(plan)} on, ${watts(plan.milliwatts)}`);
}
known.plan=plan;
if (!asking.isChosen) setWish(wishNow());
draw('power');
askNext();
}
function setWish(index){
asking.wish=index;
Object.assign($('#wish'),{value:index,ariaValueText:wishName(WISHES[index])});
draw('power');
}
function drawPower(){
const{plan,energy}=known,answer=answers[asking.wish],wish=wishName(WISHES[asking.wish]);
put($('#wished'),wish);
put($('#asked'),`for ${wish}`);
const same=(list,one)=>list?.providers.find(other=>other.provider===one.provider);
const why=one=>{
const then=same(answer,one)?.reason;
return one.reason+(then&&then!==one.reason?` · for ${wish}: ${then}`:'');
};
putTable('#providers',(plan?.providers??[]).flatMap(one=>[[
[`${one.on ? '●' : '○'} ${one.provider ?? '?'}`,one.on?'good':''],power(one),power(same(answer,one)),
[joules(same(energy,one)?.joules??null),'dim'],
],[[why(one),'why',4]]]));
showUsers();
const none=asking.failures>2?'no answer':'…';
put($('#answer'),answer?compare(plan.milliwatts,answer):none,answer?.unmetClients?'warn':'');
put($('#days'),battery(plan,'now')+battery(answer,`for ${wish}`)||'lasts how long?','dim');
drawWishes(plan,energy);
}
const power=one=>!one?['–','dim']:one.on?[watts(one.milliwatts)]:['off','dim'];
function compare(now,answer){
const then=answer.milliwatts,times=Math.max(now,then)/Math.min(now,then);
return `${namesOn(answer)}: ${watts(then)}`+(answer.unmetClients?', not reached':'')
+(!(times<1e9)?'':times<1.05?', as now':`, ${short(times)} times ${then < now ? 'less' : 'more'} than now`);
}
function battery(plan,name){
const hours=Number($('#battery').value)*1000/(plan?.milliwatts||Infinity);
return hours>0?` ${lasting(hours * 3600)} ${name}`:'';
}
function putTable(table,rows){
const body=$(`${table} tbody`),text=JSON.stringify(rows);
if (body.shown===text) return;
body.shown=text;
body.replaceChildren(...rows.map(cells=>{
const row=make('tr');
for (const [string,tone,columns=1] of cells){
const cell=make('td');
put(cell,string,tone);
cell.colSpan=columns;
row.append(cell);
}
return row;
}));
}
function showUsers(){
const users=known.clients??known.energy?.clients??[];
$('#users').hidden=!users.length;
putTable('#users',users.slice(0,8).map(one=>[
[(one.program??one.client??'?').split('/').at(-1)],[one.milliwatts===null?'–':watts(one.milliwatts)],
[one.accuracy??'–'],[joules(one.joules),'dim'],
]));
}
function drawWishes(plan,energy){
surface('power');
const bottom=h-14,step=(w-16)/13,wide=Math.min(26,step*.7);
const most=Math.max(.001,...answers.map(answer=>answer?.milliwatts??0));
WISHES.forEach((wish,i)=>{
const x=8+i*step,milliwatts=answers[i]?.milliwatts,top=bottom-(bottom-26)*(milliwatts??0)/most;
const ink=i===asking.wish?color.accent:i===wishNow()?color.good:color.dim;
Object.assign(g,{fillStyle:ink,strokeStyle:ink,lineWidth:1});
if (answers[i]?.unmetClients) g.strokeRect(x-wide/2,top,wide,bottom-top);
else g.fillRect(x-wide/2,top,wide,bottom-top);
if (i===wishNow()) text('now',Math.max(x,11),top-14,color.good,'center');
if (milliwatts !=null&&step>19) text(milliwatts<.1?'<.1':short(milliwatts,0),Math.max(x,11),top-3,ink,'center');
if (step>32||i % 3===0) text(wishName(wish).replace(' ',''),Math.max(x,11),h-2,ink,'center');
});
if (answers.length&&answers.every(answer=>!answer.milliwatts)){
text('what the hardware draws is unknown',w/2,h/2,color.dim,'center');
}
const spent=energy?`, ${joules(energy.joules)} so far`:'';
caption('power',plan?`${watts(plan.milliwatts)} now for ${wishName(known.wanted)}${spent}`:'no plan yet',
answers.map((answer,i)=>`${wishName(WISHES[i])}: ${watts(answer.milliwatts)}`).join(', '));
}
function listenToPower(){
$('#wish').oninput=e=>{
Object.assign(asking,{isChosen:true,failures:0});
setWish(Number(e.target.value));
askNext();
};
$('#battery').value=remember('battery')??'';
$('#battery').oninput=e=>{
remember('battery',e.target.value);
draw('power');
};
}
const age=()=>(performance.now()-known.arrived)/1000;
const patience=()=>Math.max(5,3*Math.min(...(known.plan?.providers??[]).filter(one=>one.on).map(one=>one.interval??1),1e9));
function verdict(fix){
if (!fix) return [`✕ ${known.error ?? 'none has come yet'}`,'bad'];
if (age()>patience()) return [`✕ old: the last position came ${lasting(age())} ago`,'bad'];
if (known.wanted===null) return fix.accuracy<10?['✓ good','good']:['▲ coarse','warn'];
const wanted=`the ${wishName(known.wanted)} wanted`;
return fix.accuracy<=known.wanted?[`✓ within ${wanted}`,'good']:[`▲ coarser than ${wanted}`,'warn'];
}
const unit=(value,name)=>value===null?'':`${short(value)} ${name}`;
const KINDS={unknown:'',twoD:'2D',threeD:'3D',rtkFloat:'RTK float',rtkFixed:'RTK fixed'};
function drawFix(){
const fix=known.fix,[judgement,tone]=verdict(fix);
put($('#latitude'),fix?degrees(fix.latitude,'N','S'):'no position');
put($('#longitude'),fix?degrees(fix.longitude,'E','W'):'');
put($('#accuracy'),fix?`±${metres(fix.accuracy)}`:'',tone);
put($('#verdict'),judgement,tone);
putRows($('#facts'),!fix?[]:[
['altitude',unit(fix.altitude,fix.verticalAccuracy===null?'m':`m ±${metres(fix.verticalAccuracy)}`)],
['speed',unit(fix.speed,`m/s, ${short(fix.speed * 3.6, 0)} km/h`)],['course',unit(fix.course,'°')],
['kind',KINDS[fix.fix]??spaced(fix.fix??'')],['satellites',fix.satellitesUsed],
['corrections',unit(fix.correctionAge,'s old')],['from',fix.provider],['note',fix.flags.join(', '),'warn'],
['UTC',fix.utc?.replace(/[TZ]/g,' ')],
]);
}
const STATES={good:'good',ok:'good',none:'good',open:'bad',short:'bad',critical:'bad',indicated:'bad',multiple:'bad'};
const SIGNS={good:'✓ ',bad:'✕ '};
function drawReceiver(){
const{receiver,corrections,pulses}=known,r=receiver??{};
const some=(name,title,after)=>[title,r[name]>0?r[name]+after:'','warn'];
const state=name=>[name,r[name]==='unknown'?'':(SIGNS[STATES[r[name]]]??'')+spaced(r[name]??''),STATES[r[name]]];
putRows($('#health'),[
['receiver',receiver?r.model??'not identified':'none'],['firmware',r.firmware],['device',r.path],['profile',r.profile],
state('antenna'),state('jamming'),state('spoofing'),['asleep',r.power],
['first fix',r.timeToFirstFix&&`after ${lasting(r.timeToFirstFix)}`],['settings',r.configured&&`${r.configured} verified`],
some('refused','refused',' settings'),some('checksumFailures','damaged',' messages'),some('losses','missing',' times'),
['port',r.portPercent&&`${r.portPercent} % full`],
['corrections',corrections?.state,corrections?.state==='streaming'?'good':'warn'],['',corrections?.source],
['',corrections?.explanation],['pulses',pulses?.count],['',pulses?.failure,'warn'],
['clock',pulses?.offset&&`${(pulses.offset * 1e6).toFixed(1)} µs ahead`],
]);
}
const entries=[];
function note(kind,string,tone=''){
if (kind&&entries[0]?.kind===kind) entries.shift();
entries.unshift({kind,string,tone,at:new Date().toTimeString().slice(0,8)});
entries.splice(100);
draw('events');
}
let delivered=0;
function noteDelivery(number,{accuracy,provider}){
delivered=number+(entries[0]?.kind==='delivered'?delivered:0);
note('delivered',`delivered ${delivered}, ±${metres(accuracy)}, ${provider}`);
}
const inWords=causes=>[...causes].map(([cause,value])=>`${value} ${cause}`).join(', ');
function takeIntake(raw){
const intake={rejected:readCauses(raw.rejected),repaired:readCauses(raw.repaired)};
for (const [name,title] of [['rejected','left out'],['repaired','repaired']]){
const before=cause=>known.intake?.[name].get(cause)??0;
const news=[...intake[name]].map(([cause,value])=>[cause,value-before(cause)]).filter(one=>one[1]>0);
if (news.length) note('',`${title}: ${inWords(news)}`,'warn');
}
known.intake=intake;
}
function drawEvents(){
const{intake}=known;
putRows($('#intake'),[
['delivered',known.delivered],
['left out',intake&&inWords(intake.rejected),'warn'],
['repaired',intake&&inWords(intake.repaired),'warn'],
]);
const log=$('#events ol');
resize(log,entries.length,()=>{
const row=make('li');
row.append(make('time'),make('span'));
return [row];
});
entries.forEach(({at,string,tone},i)=>{
put(log.children[i].firstChild,at);
put(log.children[i].lastChild,string,tone);
});
}
const PANELS={
fix:drawFix,map:drawMap,sky:drawSky,signals:drawSignals,power:drawPower,deviation:drawDeviation,history:drawHistory,
receiver:drawReceiver,events:drawEvents,
};
const dirty=new Set();
let paused=false,isQueued=false;
const tally={frames:0,ms:0,failures:0,events:0,unread:0,shown:0,delay:0,late:0};
const delays=[],panels={};
let sent=0;
const isAsleep=()=>paused||document.hidden;
function draw(...names){
for (const name of names) dirty.add(name);
if (isQueued||isAsleep()||!dirty.size) return;
isQueued=true;
requestAnimationFrame(drawFrame);
}
const drawAll=()=>draw(...Object.keys(PANELS));
function drawFrame(){
isQueued=false;
for (const name of dirty) drawPanel(name);
dirty.clear();
tally.frames++;
if (sent) setTimeout(noteDelay,0,sent);
sent=0;
Object.assign(document.body.dataset,tally);
}
function drawPanel(name){
const began=performance.now();
try{
PANELS[name]();
}catch (error){
if (!tally.failures++) console.error(name,error);
}
const spent=performance.now()-began,sum=panels[name]??={draws:0,ms:0};
sum.draws++;
sum.ms+=spent;
tally.ms+=spent;
}
function noteDelay(when){
delays.push(Date.now()-when);
if (delays.length>500) delays.shift();
tally.shown++;
tally.delay=median(delays);
if (delays.at(-1)>100) tally.late++;
}
function keep(panel,values){
Object.assign(known,values);
draw(panel);
}
const TAKE={
hello(raw){
known.wanted=number(raw.accuracy);
put($('#title'),words(raw.title,120)??'');
put($('#version'),words(raw.version,40)??'');
readHistory(raw.history);
note('','connected');
drawAll();
},
update(raw,when){
const fixes=list(raw.locations,1000).map(readFix).filter(Boolean);
if (!fixes.length) return;
for (const fix of fixes) addPoint(Date.parse(fix.utc)||Date.now(),fix.latitude,fix.longitude,fix.accuracy,fix.speed);
keep('fix',{fix:fixes.at(-1),arrived:performance.now(),error:null});
known.delivered+=fixes.length;
if (!isAsleep()) sent||=when;
noteDelivery(fixes.length,known.fix);
draw('map','deviation','history');
},
satellites(raw){
readSatellites(raw);
draw('sky','signals');
},
plan:raw=>takePlan(readPlan(raw)),
energy:raw=>keep('power',{energy:{...readPlan(raw),clients:readUsers(raw)}}),
clients:raw=>keep('power',{clients:readUsers(raw)}),
intake:takeIntake,
receiver(raw){
const receiver=fields(raw,'configured portPercent losses checksumFailures timeToFirstFix',
'path profile model firmware antenna jamming spoofing power');
receiver.refused=list(raw.refused).length;
for (const name of ['model','antenna','jamming','spoofing','power']){
const value=receiver[name];
if (value&&value!=='unknown'&&value!==known.receiver?.[name]) note('',`receiver: ${name} ${value}`,STATES[value]);
}
keep('receiver',{receiver});
},
corrections:raw=>keep('receiver',{corrections:fields(raw,'messages','source state explanation')}),
pulses:raw=>keep('receiver',{pulses:fields(raw,'count','failure',{offset:1e9})}),
error(raw){
const error=words(raw.message)??'unknown error';
note(error,error,raw.severity==='fatal'?'bad':'warn');
keep('fix',{error});
},
dropped:raw=>note('',`${number(raw.lines)} events are missing here`,'warn'),
};
function receive(message){
tally.events++;
let raw={};
try{
raw=object(JSON.parse(message.data));
}catch{}
if (Object.hasOwn(TAKE,raw.event)) TAKE[raw.event](raw,Number(message.lastEventId));
else tally.unread++;
}
let connection=['connecting',''];
function showState(...state){
connection=state;
put($('#state'),...paused?['❚❚ paused','warn']:state);
}
function connect(){
const source=new EventSource('events');
source.onmessage=receive;
source.onopen=()=>showState('● live','good');
source.onerror=()=>{
showState('✕ no connection; trying again','bad');
if (source.readyState===EventSource.CLOSED) setTimeout(connect,5000);
};
}
function remember(name,value){
try{
if (value!==undefined) localStorage.setItem(`cairn.${name}`,value);
return localStorage.getItem(`cairn.${name}`);
}catch{}
}
const THEMES=['auto','light','dark'];
function setTheme(theme){
document.documentElement.dataset.theme=theme;
put($('#theme'),`Theme: ${theme}`);
remember('theme',theme);
repaint();
}
function repaint(){
readTheme();
drawAll();
}
function setPaused(){
paused=!paused;
$('#pause').setAttribute('aria-pressed',paused);
wake();
showState(...connection);
}
function wake(){
draw();
askNext();
}
$('#pause').onclick=setPaused;
$('#theme').onclick=()=>setTheme(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme)+1) % 3]);
setTheme(THEMES.find(theme=>theme===remember('theme'))??'auto');
matchMedia('(prefers-color-scheme: dark)').onchange=repaint;
document.onvisibilitychange=wake;
listenToMap();
listenToPower();
const sizes=new ResizeObserver(drawAll);
for (const picture of document.querySelectorAll('.picture')) sizes.observe(picture);
setInterval(draw,1000,'fix');
connect();

"""#.utf8)),
  ]
}
