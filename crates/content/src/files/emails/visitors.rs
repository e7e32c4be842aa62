//! Emails of the newsletter and of the public forms.

use super::fields::{Button, Quote, email_fields, email_fields_of, phrases};

email_fields! {
    /// Welcome to a new subscriber of the newsletter.
    NewsletterWelcome {
        /// The articles.
        button: Button = "botão",
    }

    /// Request to confirm a subscription to the newsletter.
    NewsletterConfirmation {
        /// Number of days within which the address must be confirmed.
        days: i64 = "dias",
        /// The link that confirms.
        button: Button = "botão",
    }

    /// A campaign that waits for the owner.
    CampaignNotice {
        /// Subject of the campaign.
        campaign: String = "carta" required,
        /// Reason.
        reason: CampaignPause = "motivo",
        /// The panel.
        button: Button = "botão",
    }

    /// A notice of a change of price, terms or privacy policy.
    ContractNoticeEmail {
        /// Title of the notice.
        subject: String = "título" required,
        /// Change that the notice announces.
        change: ContractChange = "mudança",
        /// Day from which the change applies.
        from: String = "dia" required,
        /// Words of the owner.
        text: Quote = "texto",
        /// Choice that the reader has.
        choice: ContractChoice = "escolha",
        /// The page about it.
        button: Button = "botão",
    }

    /// A message from the contact form, for the owner.
    ContactNotice {
        /// Name of the visitor.
        name: String = "nome" required,
        /// Address of the visitor.
        email: String = "email" required,
        /// Company of the visitor.
        company: Option<String> = "empresa",
        /// Chosen subject.
        subject: String = "assunto",
        /// The message.
        message: Quote = "mensagem",
    }

    /// Confirmation to the visitor who wrote. It names nothing that the visitor typed.
    ContactReceipt {
        /// Chosen subject.
        subject: String = "assunto",
    }

    /// An entry of the waiting list, for the owner.
    WaitlistNotice {
        /// Name of the visitor.
        name: String = "nome" required,
        /// Address of the visitor.
        email: String = "email" required,
        /// Company of the visitor.
        company: Option<String> = "empresa",
        /// Size of the company.
        size: Option<String> = "tamanho",
    }

    /// Confirmation to the visitor who entered the waiting list.
    WaitlistReceipt {}
}

email_fields_of! {
    CampaignNotice:
    /// A campaign that was paused after errors.
    CampaignPaused,
    /// A campaign that did not start.
    CampaignNotStarted,
    /// A campaign that is late after a stop of the server.
    CampaignLate,
}

phrases! {
    /// Change that a notice announces.
    ContractChange in contract_change {
        /// The price of a plan.
        Price = "price",
        /// The terms of use.
        Terms = "terms",
        /// The privacy policy.
        Privacy = "privacy",
    }

    /// Choice that a notice leaves to its reader.
    ContractChoice in contract_choice {
        /// The price of a plan.
        Price = "price",
        /// The terms of use.
        Terms = "terms",
        /// The privacy policy.
        Privacy = "privacy",
    }

    /// Reason why a campaign waits for the owner.
    CampaignPause in campaign_pause {
        /// The mail server refused several emails in a row.
        Errors = "errors" {
            /// Words of the server.
            response: String = "resposta" required,
        },
        /// Many recipients reported it as spam.
        Complaints = "complaints",
        /// The server was down for more than an hour.
        Overdue = "overdue",
        /// The database is a copy, or was moved.
        Copied = "copied",
        /// The letter was deleted or is in the trash.
        NoLetter = "no_letter",
        /// The letter is for members, the list is not.
        ForMembers = "for_members",
        /// A personal field does not exist.
        UnknownField = "unknown_field" {
            /// Name of the field.
            field: String = "campo" required,
        },
        /// A personal field has no text for readers without a value.
        FieldWithoutDefault = "field_without_default" {
            /// Name of the field.
            field: String = "campo" required,
        },
        /// The email is longer than mail programs show.
        TooLong = "too_long",
        /// No reader satisfies the segment.
        NoRecipients = "no_recipients",
    }
}
