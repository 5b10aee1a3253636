// The database role of every request and job.

/** It owns nothing, cannot log in, and cannot bypass row-level security. */
export const APP_ROLE = 'matchloom_app';
