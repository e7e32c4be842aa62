//! Emails of the community and the courses.

use super::fields::{Button, Links, email_fields, email_fields_of, phrases};

email_fields! {
    /// Notices, and perhaps new posts.
    Notices {
        /// Number of notices.
        count: i64 = "quantos",
        /// Lines of the first notices.
        notices: Links = "avisos",
        /// Number of the other ones.
        more: Option<i64> = "mais" required,
        /// New posts in the reader's channels.
        posts: Option<Links> = "publicações",
        /// The page of notices.
        button: Button = "botão",
        /// Address at which the reader changes the frequency.
        frequency: String = "página_da_frequência" required,
    }

    /// New posts, without notices.
    CommunityNews {
        /// New posts in the reader's channels.
        posts: Links = "publicações",
        /// The community.
        button: Button = "botão",
        /// Address at which the reader changes the frequency.
        frequency: String = "página_da_frequência" required,
    }

    /// A report from outside.
    Report {
        /// Public number of the report.
        protocol: String = "protocolo" required,
    }

    /// The lessons of this day.
    StudyReminder {
        /// Number of lessons.
        count: LessonCount = "quantas_aulas",
        /// Minutes of all lessons.
        minutes: i64 = "minutos",
        /// The first lessons.
        lessons: Links = "aulas",
        /// Number of the other ones.
        more: Option<i64> = "mais" required,
        /// The study plan.
        button: Button = "botão",
    }
}

email_fields_of! {
    Notices:
    /// One notice.
    CommunityNotice,
    /// Several notices.
    CommunityNotices,
}

email_fields_of! {
    Report:
    /// The report was upheld.
    ReportUpheld,
    /// The content was kept.
    ReportRejected,
    /// An appeal overturned the decision.
    ReportRevised,
}

phrases! {
    /// A notice in one line.
    NoticeLine in notice_line {
        /// A mention.
        Mention = "mention" {
            /// Name of the person.
            actor: String = "quem",
            /// Title of the post or content.
            title: String = "título",
        },
        /// A reply to the reader's comment.
        Reply = "reply" {
            /// Name of the person.
            actor: String = "quem",
            /// Title of the post or content.
            title: String = "título",
        },
        /// A comment.
        Comment = "comment" {
            /// Name of the person.
            actor: String = "quem",
            /// Title of the post or content.
            title: String = "título",
        },
        /// Several comments.
        Comments = "comments" {
            /// Number of comments.
            count: i64 = "quantos",
            /// Title of the post or content.
            title: String = "título",
        },
        /// The reader's answer was accepted.
        Accepted = "accepted" {
            /// Name of the person.
            actor: String = "quem",
            /// Title of the post.
            title: String = "título",
        },
        /// A like.
        Like = "like" {
            /// Name of the person.
            actor: String = "quem",
            /// Title of the post or content.
            title: String = "título",
        },
        /// Several likes.
        Likes = "likes" {
            /// Name of the last person.
            actor: String = "quem",
            /// Number of the other ones.
            others: i64 = "outros",
            /// Title of the post or content.
            title: String = "título",
        },
        /// A post by a followed person.
        Post = "post" {
            /// Name of the person.
            actor: String = "quem",
            /// Title of the post.
            title: String = "título",
        },
        /// A new post in one of the reader's channels.
        ChannelPost = "channel_post" {
            /// Title of the post.
            title: String = "título",
            /// Name of the channel.
            channel: String = "canal",
        },
        /// A new exclusive content.
        Content = "content" {
            /// Title of the content.
            title: String = "título",
        },
        /// A decision about a requested channel.
        Channel = "channel",
        /// A decision of the moderation.
        Moderation = "moderation",
        /// A person without a name, in place of the name.
        Somebody = "somebody",
    }

    /// Number of lessons, with its noun.
    LessonCount in lesson_count {
        /// One lesson.
        One = "one",
        /// Several lessons.
        Many = "many" {
            /// Number of lessons.
            count: i64 = "quantas" required,
        },
    }
}
