/** Where a host mounts the API of its workers. */
export const mountPath = '/api/v1/system/workers';

/** Where a host mounts the panel, behind its sign-in. */
export const panelPath = '/sistema/workers';
