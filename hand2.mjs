import { chromium } from '@playwright/test';
const { serve } = await import('./scripts/serve.js');
let s=await serve({folder:'build',port:4257});
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']});
const ctx=await b.newContext({serviceWorkers:'block'});
await ctx.addInitScript(()=>{const o=IDBFactory.prototype.open;IDBFactory.prototype.open=function(n,v){ if(!String(n).endsWith('-scratch')) return o.apply(this,arguments); const r={error:new DOMException('Internal error opening backing store','UnknownError'),addEventListener(){},removeEventListener(){}}; setTimeout(()=>r.onerror&&r.onerror({target:r,preventDefault(){},stopPropagation(){}})); return r;};});
const errs=[]; const p=await ctx.newPage(); p.on('pageerror',e=>errs.push(new URL(p.url()).pathname+': '+e.name+' '+e.message.slice(0,100)));
const U='http://localhost:4257';
const comp=p.getByRole('textbox',{name:'Message',exact:true});
await p.goto(U+'/'); await comp.fill('hello'); await comp.press('Enter'); await p.waitForTimeout(2500);
console.log(p.url(), JSON.stringify((await p.locator('main').innerText()).slice(0,500)), await p.getByRole('alert').allInnerTexts());
for (const path of ['/memory','/memory/MEMORY.md','/review','/archive','/search','/settings']) { await p.goto(U+path); await p.waitForTimeout(2500); console.log(path, JSON.stringify((await p.locator('main').innerText()).slice(0,250)), 'ALERT', await p.getByRole('alert').allInnerTexts(), await p.getByRole('status').allInnerTexts()); }
console.log(errs);
await b.close(); await s.close();
