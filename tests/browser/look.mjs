// Opens pages in headless Chromium and prints what it saw as JSON: one object a page.
//   node look.mjs CHROMIUM AXE.js < [{"url": …, "steps": [{"click": "selector"} | {"type": ["selector", "text"]}]}]
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [chromium, axe, folder] = process.argv.slice(2);
const puppeteer = createRequire(`${folder}/`)("puppeteer-core");
const source = readFileSync(axe, "utf8");
const pages = JSON.parse(readFileSync(0, "utf8"));
const browser = await puppeteer.launch({
  executablePath: chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});

async function seen({ url, steps = [], dark = false, width = 1000, axe = true }) {
  const page = await browser.newPage();
  const saw = { url, violations: [], requests: [], dialogs: [], errors: [] };
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }]);
  page.on("dialog", (dialog) => { saw.dialogs.push(dialog.message()); dialog.dismiss(); });
  page.on("request", (request) => saw.requests.push(request.url()));
  page.on("pageerror", (error) => saw.errors.push(String(error)));
  await page.exposeFunction("tellViolation", (text) => saw.violations.push(text));
  await page.evaluateOnNewDocument(() =>
    addEventListener("securitypolicyviolation", (event) =>
      window.tellViolation(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`)));
  await page.goto(url);
  for (const step of steps) {
    if (step.type) await page.type(...step.type);
    else if (step.open) await page.click(step.open);
    else if (step.key) await page.keyboard.press(step.key);
    else await Promise.all([page.waitForNavigation(), page.click(step.click)]);
  }
  saw.title = await page.title();
  saw.text = await page.evaluate(() => document.body.innerText);
  saw.html = await page.content();
  saw.overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  saw.focus = await page.evaluate(() => document.activeElement.outerHTML.slice(0, 200));
  if (axe) {
    for (const details of await page.$$("details")) await details.evaluate((one) => { one.open = true; });
    await page.evaluate(source);
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    saw.axe = found.violations.map((one) => ({
      id: one.id, impact: one.impact, nodes: one.nodes.slice(0, 3).map((node) => node.html.slice(0, 200)),
    }));
  }
  await page.close();
  return saw;
}

const saw = [];
for (const page of pages) saw.push(await seen(page));
await browser.close();
console.log(JSON.stringify(saw));
