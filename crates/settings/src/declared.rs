//! EVERY adjustable security setting: its key, what it holds, its range, its default and the server function that
//! sets it. Form limits and refusals derive from here.

/// Kind of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number, both ends included.
    Number {
        /// Smallest value accepted.
        least: i64,
        /// Largest value accepted.
        most: i64,
        /// Value until somebody changes it.
        default: i64,
    },
    /// A switch.
    Switch {
        /// Value until somebody changes it.
        default: bool,
    },
    /// One of several words.
    Choice {
        /// The words.
        of: &'static [&'static str],
        /// Word until somebody changes it.
        default: &'static str,
    },
    /// A secret `https` address; empty until somebody writes one. The audit log does not repeat it.
    SecretAddress,
}

/// Characters of the longest address.
const MAX_ADDRESS_LENGTH: usize = 500;

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// `security_settings.setting_key`.
    pub key: &'static str,
    /// Kind of the value.
    pub kind: Kind,
    /// The server function that sets it.
    pub function: &'static str,
    /// The function's parameter that carries it.
    pub parameter: &'static str,
    /// `security_settings.description`, in the owner's language.
    pub description: &'static str,
}

const fn number(least: i64, most: i64, default: i64) -> Kind {
    Kind::Number { least, most, default }
}

/// Minimum length of a password in characters.
pub const MIN_PASSWORD_LENGTH: Declared = Declared {
    key: "min_password_length",
    kind: number(6, 50, 8),
    function: "update-password-policy",
    parameter: "min_password_length",
    description: "Tamanho mínimo da senha",
};

/// True to refuse passwords known from leaks.
pub const LEAKED_PASSWORD_CHECK: Declared = Declared {
    key: "leaked_password_check",
    kind: Kind::Switch { default: true },
    function: "update-password-policy",
    parameter: "leaked_password_check",
    description: "Recusar senhas conhecidas de vazamentos",
};

/// Failed sign-ins allowed in one window.
pub const RATE_LIMIT_MAX_ATTEMPTS: Declared = Declared {
    key: "rate_limit_max_attempts",
    kind: number(1, 100, 10),
    function: "apply-rate-limit",
    parameter: "max_attempts",
    description: "Tentativas de login por janela de tempo",
};

/// Length of that window in hours.
pub const RATE_LIMIT_WINDOW_HOURS: Declared = Declared {
    key: "rate_limit_window_hours",
    kind: number(1, 24, 1),
    function: "apply-rate-limit",
    parameter: "window_hours",
    description: "Janela de tempo do limite, em horas",
};

/// Time for which a one-time code lives, in seconds.
pub const OTP_EXPIRY_SECONDS: Declared = Declared {
    key: "otp_expiry_seconds",
    kind: number(60, 3_600, 600),
    function: "update-otp-settings",
    parameter: "otp_expiry_seconds",
    description: "Validade do código de uso único, em segundos",
};

/// Time for which a mailed link lives, in seconds.
pub const MAGIC_LINK_EXPIRY_SECONDS: Declared = Declared {
    key: "magic_link_expiry_seconds",
    kind: number(300, 3_600, 900),
    function: "update-magic-link-settings",
    parameter: "magic_link_expiry_seconds",
    description: "Validade do link enviado por e-mail, em segundos",
};

/// An address must be confirmed before its account can sign in.
pub const EMAIL_CONFIRMATION_REQUIRED: Declared = Declared {
    key: "email_confirmation_required",
    kind: Kind::Switch { default: true },
    function: "update-email-confirmation",
    parameter: "require_confirmation",
    description: "Exigir confirmação do e-mail",
};

/// Visitors may make accounts.
pub const ALLOW_SIGNUP: Declared = Declared {
    key: "allow_signup",
    kind: Kind::Switch { default: true },
    function: "update-signup-settings",
    parameter: "allow_signup",
    description: "Permitir novos cadastros",
};

/// Members whose reports hide a text until somebody decides.
pub const REPORTS_TO_HIDE: Declared = Declared {
    key: "reports_to_hide",
    kind: number(1, 50, 3),
    function: "update-moderation-settings",
    parameter: "reports_to_hide",
    description: "Denúncias que ocultam um texto até a decisão",
};

/// Upheld decisions after which what a member writes waits for approval.
pub const UPHELD_TO_REVIEW: Declared = Declared {
    key: "upheld_to_review",
    kind: number(1, 50, 3),
    function: "update-moderation-settings",
    parameter: "upheld_to_review",
    description: "Decisões contra um membro até que seus textos esperem aprovação",
};

/// Links in one text above which it waits for approval.
pub const MAX_LINKS: Declared = Declared {
    key: "most_links",
    kind: number(0, 100, 10),
    function: "update-moderation-settings",
    parameter: "most_links",
    description: "Links em um texto até que ele espere aprovação",
};

/// Seconds between two texts of one member; what comes sooner is refused.
pub const SECONDS_BETWEEN_TEXTS: Declared = Declared {
    key: "seconds_between_texts",
    kind: number(0, 300, 5),
    function: "update-moderation-settings",
    parameter: "seconds_between_texts",
    description: "Segundos entre dois textos do mesmo membro",
};

/// True if newcomers' limits apply.
pub const NEWCOMER_LIMITS: Declared = Declared {
    key: "newcomer_limits",
    kind: Kind::Switch { default: true },
    function: "update-moderation-settings",
    parameter: "newcomer_limits",
    description: "Limitar quem acabou de chegar à comunidade",
};

/// True if links in posts are shown with title and picture, which the server fetches.
pub const LINK_CARDS: Declared = Declared {
    key: "link_cards",
    kind: Kind::Switch { default: true },
    function: "update-moderation-settings",
    parameter: "link_cards",
    description: "Mostrar título e imagem dos links publicados na comunidade",
};

/// Roles that create channels: every member, members with the staff's approval, or the staff alone.
pub const CHANNEL_CREATION: Declared = Declared {
    key: "channel_creation",
    kind: Kind::Choice { of: &["members", "approval", "staff"], default: "members" },
    function: "update-community-settings",
    parameter: "channel_creation",
    description: "Quem cria canais na comunidade",
};

/// The invitation to the VIP group, given to those whose plan entitles to it.
pub const VIP_GROUP_ADDRESS: Declared = Declared {
    key: "vip_group_address",
    kind: Kind::SecretAddress,
    function: "update-vip-group",
    parameter: "address",
    description: "Link de convite do grupo VIP",
};

/// Business hours within which messages with priority are answered.
pub const PRIORITY_RESPONSE_HOURS: Declared = Declared {
    key: "priority_response_hours",
    kind: number(1, 72, 8),
    function: "update-priority-response",
    parameter: "hours",
    description: "Prazo de resposta às mensagens com prioridade, em horas úteis",
};

/// All of them.
pub const ALL: [&Declared; 17] = [
    &MIN_PASSWORD_LENGTH,
    &LEAKED_PASSWORD_CHECK,
    &RATE_LIMIT_MAX_ATTEMPTS,
    &RATE_LIMIT_WINDOW_HOURS,
    &OTP_EXPIRY_SECONDS,
    &MAGIC_LINK_EXPIRY_SECONDS,
    &EMAIL_CONFIRMATION_REQUIRED,
    &ALLOW_SIGNUP,
    &REPORTS_TO_HIDE,
    &UPHELD_TO_REVIEW,
    &MAX_LINKS,
    &SECONDS_BETWEEN_TEXTS,
    &NEWCOMER_LIMITS,
    &LINK_CARDS,
    &CHANNEL_CREATION,
    &VIP_GROUP_ADDRESS,
    &PRIORITY_RESPONSE_HOURS,
];

/// The server functions that set them, each once.
pub fn functions() -> Vec<&'static str> {
    let mut names: Vec<_> = ALL.iter().map(|declared| declared.function).collect();
    names.dedup();
    names
}

/// Returns the settings that a server function changes.
pub fn of_function(name: &str) -> Vec<&'static Declared> {
    ALL.into_iter().filter(|declared| declared.function == name).collect()
}

/// The setting of that key.
pub fn find(key: &str) -> Option<&'static Declared> {
    ALL.into_iter().find(|declared| declared.key == key)
}

impl Declared {
    /// The written form of the default.
    pub fn default_text(&self) -> String {
        match self.kind {
            Kind::Number { default, .. } => default.to_string(),
            Kind::Switch { default } => default.to_string(),
            Kind::Choice { default, .. } => default.to_owned(),
            Kind::SecretAddress => String::new(),
        }
    }

    /// Returns what the audit log says of a value: a secret one only that there is one.
    pub(crate) fn audited<'a>(&self, value: &'a str) -> &'a str {
        match self.kind {
            Kind::SecretAddress if !value.is_empty() => "•••",
            _ => value,
        }
    }

    /// The canonical written form of a value, or `None` when it is not one or lies out of range.
    pub fn accept(&self, text: &str) -> Option<String> {
        let text = text.trim();
        match self.kind {
            Kind::Number { least, most, .. } => text
                .parse::<i64>()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .map(|number| number.to_string()),
            Kind::Switch { .. } => text.parse::<bool>().ok().map(|truth| truth.to_string()),
            Kind::Choice { of, .. } => of.contains(&text).then(|| text.to_owned()),
            Kind::SecretAddress => (text.is_empty() || is_address(text)).then(|| text.to_owned()),
        }
    }
}

fn is_address(text: &str) -> bool {
    let has_host = |url: url::Url| url.host_str().is_some_and(|host| host.contains('.'));
    let fits = text.len() <= MAX_ADDRESS_LENGTH && !text.contains(char::is_whitespace);
    fits && text.starts_with("https://") && url::Url::parse(text).is_ok_and(has_host)
}
