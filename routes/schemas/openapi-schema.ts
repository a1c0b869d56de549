import * as z from 'zod/mini';

/** An OpenAPI document is described elsewhere (spec.openapis.org); here it is any object. */
export const openapiSchema = z.looseObject({ openapi: z.literal('3.1.0') });
