// The role that every request and job of the application runs in.

/** It owns nothing, cannot log in and cannot bypass row-level security. */
export const APP_ROLE = 'matchloom_app';
