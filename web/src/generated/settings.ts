// Written by `cargo xtask gen` from crates/settings. Do not edit.

/** Every security setting: what it may hold, its default, and the function and parameter that set it. */
export const settings = {
  min_password_length: {
    function: 'update-password-policy',
    parameter: 'min_password_length',
    least: 6,
    most: 50,
    default: 8,
  },
  leaked_password_check: {
    function: 'update-password-policy',
    parameter: 'leaked_password_check',
    default: true,
  },
  rate_limit_max_attempts: {
    function: 'apply-rate-limit',
    parameter: 'max_attempts',
    least: 1,
    most: 100,
    default: 10,
  },
  rate_limit_window_hours: {
    function: 'apply-rate-limit',
    parameter: 'window_hours',
    least: 1,
    most: 24,
    default: 1,
  },
  otp_expiry_seconds: {
    function: 'update-otp-settings',
    parameter: 'otp_expiry_seconds',
    least: 60,
    most: 3600,
    default: 600,
  },
  magic_link_expiry_seconds: {
    function: 'update-magic-link-settings',
    parameter: 'magic_link_expiry_seconds',
    least: 300,
    most: 3600,
    default: 900,
  },
  email_confirmation_required: {
    function: 'update-email-confirmation',
    parameter: 'require_confirmation',
    default: true,
  },
  allow_signup: {
    function: 'update-signup-settings',
    parameter: 'allow_signup',
    default: true,
  },
  reports_to_hide: {
    function: 'update-moderation-settings',
    parameter: 'reports_to_hide',
    least: 1,
    most: 50,
    default: 3,
  },
  upheld_to_review: {
    function: 'update-moderation-settings',
    parameter: 'upheld_to_review',
    least: 1,
    most: 50,
    default: 3,
  },
  most_links: {
    function: 'update-moderation-settings',
    parameter: 'most_links',
    least: 0,
    most: 100,
    default: 10,
  },
  seconds_between_texts: {
    function: 'update-moderation-settings',
    parameter: 'seconds_between_texts',
    least: 0,
    most: 300,
    default: 5,
  },
  newcomer_limits: {
    function: 'update-moderation-settings',
    parameter: 'newcomer_limits',
    default: true,
  },
  link_cards: {
    function: 'update-moderation-settings',
    parameter: 'link_cards',
    default: true,
  },
  channel_creation: {
    function: 'update-community-settings',
    parameter: 'channel_creation',
    choices: ['members', 'approval', 'staff'],
    default: 'members',
  },
  vip_group_address: {
    function: 'update-vip-group',
    parameter: 'address',
    secret: true,
    default: '',
  },
  priority_response_hours: {
    function: 'update-priority-response',
    parameter: 'hours',
    least: 1,
    most: 72,
    default: 8,
  },
} as const;
