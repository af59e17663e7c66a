import { defineLogic } from '@rest-gen/logic';
import { createRestRouter } from '@rest-gen/router';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { type Models, sql } from '../../packages/model/src/index.ts';
import type { Agent } from '../../packages/router/test/serve.ts';
import Rest from '../fixture/rest.ts';

class Measure extends Rest {}
class Alarm extends Rest {
  static include = { measure: { key: ['sensor_id', 'at'] } };
}

const key = { sensor_id: { required: true, int: true }, at: { required: true, date: true } } as const;
const value = { required: true, int: true } as const;

/**
 * Times with microseconds in keys, and in what refers to them.
 *
 * @param open - gives models on an empty database; the suite closes them
 * @param type - of a time with microseconds
 */
export function describeTimeKeys(name: string, open: () => Promise<Models> | Models, type: string): void {
  describe(`keys with microseconds: ${name}`, () => {
    let models: Models;
    let agent: Agent;
    before(async () => {
      models = await open();
      for (const table of [
        `create table measure (sensor_id integer not null, at ${type} not null, value integer, primary key (sensor_id, at))`,
        `create table alarm (id integer primary key, sensor_id integer, at ${type},
          foreign key (sensor_id, at) references measure (sensor_id, at))`,
      ])
        await sql.raw(table).execute(models.kysely);
      const router = createRestRouter({
        rules: [
          ['/measure/:id?', 'rest'],
          ['/alarm/:id?', 'rest'],
        ],
        controllers: { measure: Measure, alarm: Alarm },
        logics: {
          measure: defineLogic({ postAction: { body: { ...key, value } }, patchAction: { body: { value } } }),
          alarm: defineLogic({ postAction: { body: { ...key, id: value } } }),
        },
        model: models,
        log: false,
      });
      await router.ready;
      agent = supertest(express().use(router));
    });
    after(() => models.close());
    beforeEach(async () => {
      await models.repository('alarm').delete({});
      await models.repository('measure').delete({});
    });

    const times = ['2026-01-31T12:00:00.000100Z', '2026-01-31T12:00:00.000200Z', '2026-01-31T12:00:00.000300Z'];
    const post = (at: string, value = 1) => agent.post('/measure').send({ sensor_id: 7, at, value });

    it('find one record', async () => {
      for (const [index, at] of times.entries()) {
        const created = await post(at, index);
        expect(created.status, created.text).to.equal(201);
        expect(created.body).to.deep.equal({ sensor_id: 7, at, value: index });
        expect((await agent.get(created.get('location') as string)).body).to.deep.equal(created.body);
      }
      expect((await post('2026-01-31T13:00:00.0002+01:00')).status).to.equal(409);
      const changed = await agent.patch(`/measure/7,${times[1]}`).send({ value: 9 });
      expect(changed.body).to.deep.equal({ sensor_id: 7, at: times[1], value: 9 });
      expect((await agent.delete(`/measure/7,${times[0]}`)).status).to.equal(204);
      const { body } = await agent.get('/measure?sort=at');
      expect(body).to.deep.equal([changed.body, { sensor_id: 7, at: times[2], value: 2 }]);
    });

    it('are filtered by, and lists go on behind them', async () => {
      for (const at of times) await post(at);
      const found = await agent.get('/measure').query({ 'at[gt]': times[0], 'at[lte]': times[1] });
      expect(found.body.map(({ at }: { at: string }) => at)).to.deep.equal([times[1]]);
      const seen: string[] = [];
      for (let path: string | undefined = '/measure?sort=-at&pageSize=1'; path !== undefined; ) {
        const page = await agent.get(path);
        seen.push(...page.body.map(({ at }: { at: string }) => at));
        path = /<([^>]*)>; rel="next"/.exec(page.get('link') ?? '')?.[1];
      }
      expect(seen).to.deep.equal([...times].reverse());
    });

    it('are referred to', async () => {
      for (const at of times) await post(at);
      const alarm = { id: 1, sensor_id: 7, at: times[1] };
      expect((await agent.post('/alarm').send(alarm)).body).to.deep.equal(alarm);
      const measure = { sensor_id: 7, at: times[1], value: 1 };
      expect((await agent.get('/alarm?include=measure')).body).to.deep.equal([{ ...alarm, measure }]);
      expect((await agent.get('/alarm/1?include=measure')).body).to.deep.equal({ ...alarm, measure });
    });
  });
}
