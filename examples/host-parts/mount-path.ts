/** Where a host mounts the API of its workers. */
export const mountPath = '/api/v1/system/workers';
