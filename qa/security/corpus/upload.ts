import { Controller, HttpError } from '@rest-gen/router';
import type { RequestHandler } from 'express';
// @ts-expect-error: a package of the workspace has the types
import multer from 'multer';

/** Reads uploads as an application would, into memory. */
export class Upload extends Controller {
  static forms = true;
  override __before(): Promise<void> {
    const read = multer({ defParamCharset: 'utf8' }).any() as RequestHandler;
    return new Promise((resolve, reject) =>
      read(this.req, this.res, (error) => (error ? reject(new HttpError(400)) : resolve())),
    );
  }
  postAction(): unknown {
    return { name: (this.file('photo') as { originalname: string }[] | undefined)?.[0]?.originalname };
  }
}
