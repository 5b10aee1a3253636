// The way of a new member through the engines of other browsers, in the full run: WebKit, which every iPhone has, and Firefox.
import { join } from 'node:path';
import type { Device } from '#tests/support/engines/device';
import { openFirefox } from '#tests/support/engines/firefox';
import { buy, confirmByMail, findAndWrite, joinFromLander, logIn, seeLanders } from '#tests/support/engines/journey';
import { firefox, webKit } from '#tests/support/engines/programs';
import { openWebKit } from '#tests/support/engines/webkit';
import { firstSite, origin, test } from '#tests/support/browser';
import { newVisitor } from '#tests/support/signing-up';

const ENGINES: Readonly<Record<string, () => Promise<Device>>> = {
  WebKit: () => openWebKit(webKit()),
  Firefox: () => openFirefox(firefox()),
};

for (const [name, openDevice] of Object.entries(ENGINES))
  test(`LA1 LA5 SG1 AU1 AU26 ME1 ME14 CH16 CR1: from two landers to a paid order in ${name}`, async ({ baseURL }) => {
    test.setTimeout(600_000);
    const site = firstSite();
    const who = newVisitor();
    const device = await openDevice();
    const visit = { device, site, home: origin(site, baseURL), pictures: test.info().outputPath('pictures') };
    try {
      await test.step('two landers', () => seeLanders(visit, who));
      await test.step('join', () => joinFromLander(visit, who));
      await test.step('confirm', () => confirmByMail(visit, who));
      await test.step('log in', () => logIn(visit, who));
      await test.step('search, profile and message', () => findAndWrite(visit, `Hello from ${name}.`));
      await test.step('order', () => buy(visit));
    } catch (error) {
      await device.picture(join(visit.pictures, 'failed.png'));
      throw error;
    } finally {
      await device.close();
    }
  });
