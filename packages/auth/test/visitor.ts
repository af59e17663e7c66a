import type supertest from 'supertest';
import type { Provider } from './open-provider.ts';
import type { Service } from './open-service.ts';

/** A browser of a user, with its cookies for the service. */
export class Visitor {
  readonly cookies: Map<string, string> = new Map();
  readonly #service: Pick<Service, 'agent'>;
  readonly #provider: Provider;

  constructor(service: Pick<Service, 'agent'>, provider: Provider) {
    this.#service = service;
    this.#provider = provider;
  }

  get(path: string): supertest.Test {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    return this.#service.agent.get(path).set('Cookie', cookie);
  }

  /** Begin a sign-in: the answer is the redirection to the provider. */
  async begin(path: string): Promise<supertest.Response> {
    return this.#keep(await this.get(path).expect(302));
  }

  /** Follow the provider back to the service. */
  async finish(back: URL): Promise<supertest.Response> {
    return this.#keep(await this.get(back.pathname + back.search));
  }

  /** Sign in from the first request to the last. */
  async signIn(path: string, login: string, answer?: 'allow' | 'cancel'): Promise<supertest.Response> {
    const { headers } = await this.begin(path);
    return this.finish(await this.#provider.visit(headers.location as string, login, answer));
  }

  #keep(response: supertest.Response): supertest.Response {
    for (const line of (response.headers['set-cookie'] ?? []) as unknown as string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}
