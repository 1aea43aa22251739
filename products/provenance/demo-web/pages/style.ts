// One style sheet for all sites. Each site sets its color.
export const STYLE = `:root{color-scheme:light dark;--ink:#1c2330;--dim:#5a6475;--paper:#fff;--raised:#f6f7f9;--line:#dfe3e9}
@media (prefers-color-scheme:dark){:root{--ink:#e8ebf0;--dim:#a3adbd;--paper:#12161d;--raised:#1b212b;--line:#2e3643}}
*{box-sizing:border-box}
body{margin:0;font:17px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:break-word;display:flex;flex-direction:column;min-height:100vh}
a{color:color-mix(in oklab,var(--accent) 70%,var(--ink))}
.bar{width:100%;display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between;max-width:68rem;margin:0 auto;padding:1rem 1.25rem}
.brand{display:flex;align-items:center;gap:.6rem;font-weight:700;color:var(--ink);text-decoration:none}
.mark{width:1.5rem;height:1.5rem;border-radius:.45rem;background:linear-gradient(135deg,var(--accent),color-mix(in oklab,var(--accent) 45%,var(--paper)))}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;font-size:.95rem}
nav a{color:var(--dim);text-decoration:none}
nav a:hover{color:var(--ink);text-decoration:underline}
main{flex:1;width:100%;max-width:68rem;margin:0 auto;padding:1rem 1.25rem 4rem}
article{max-width:46rem}
h1{font-size:clamp(1.8rem,5vw,2.6rem);line-height:1.15;letter-spacing:-.02em;margin:1.2em 0 .5em}
h2{font-size:1.35rem;line-height:1.3;margin:2em 0 .5em}
h3{font-size:1.08rem;margin:0 0 .4em}
.hero{padding:2.5rem 0 1rem;max-width:46rem}
.hero h1{margin-top:0}
.lead{font-size:1.2rem;color:var(--dim)}
.cards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));margin:1.5rem 0}
.card{background:var(--raised);border:1px solid var(--line);border-radius:.8rem;padding:1.1rem 1.25rem}
.card h2{margin:0 0 .4em;font-size:1.1rem}
.card p{margin:.2em 0}
.wide{overflow-x:auto;margin:1.25rem 0}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th,td{text-align:left;vertical-align:top;padding:.6rem .9rem .6rem 0;border-bottom:1px solid var(--line)}
th{color:var(--dim);font-weight:600}
details{border-bottom:1px solid var(--line);padding:.7rem 0}
summary{cursor:pointer;font-weight:600}
dt{font-weight:600;margin-top:.8em}
dd{margin:0;color:var(--dim)}
.state{display:inline-block;padding:.5rem 1rem;border-radius:.6rem;font-weight:600;border:1px solid var(--line);border-left:.4rem solid #1a7f4b}
.state.bad{border-left-color:#c2410c}
.components{list-style:none;padding:0;max-width:32rem}
.components li{display:flex;justify-content:space-between;border-bottom:1px solid var(--line);padding:.5rem 0}
.foot{border-top:1px solid var(--line);background:var(--raised);padding:2rem 1.25rem;font-size:.95rem;color:var(--dim)}
.foot>*{max-width:65.5rem;margin:0 auto 1rem}
.foot-links{display:flex;flex-wrap:wrap;gap:.4rem 1.5rem}
.foot-links a{color:var(--dim)}
.small{font-size:.85rem}
`
