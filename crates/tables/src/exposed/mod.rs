//! Tables reached over the data service.

pub mod analytics_events;
pub mod auth_logs;
pub mod categories;
pub mod channel_members;
pub mod channels;
pub mod community_categories;
pub mod community_comments;
pub mod community_likes;
pub mod community_posts;
pub mod community_views;
pub mod contacts;
pub mod contents;
pub mod course_modules;
pub mod courses;
pub mod favorites;
pub mod hotmart_access;
pub mod job_execution_logs;
pub mod lesson_progress;
pub mod lessons;
pub mod member_profiles;
pub mod newsletter_subscriptions;
pub mod page_views;
pub mod security_settings;
pub mod subscribers;
pub mod user_roles;
pub mod waitlist_entries;
