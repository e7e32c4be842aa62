//! All security settings: key, kind, range, default and the server function that sets each. Form limits and refusals
//! derive from here.

/// Kind of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number within bounds, both included.
    Number {
        /// Smallest value accepted.
        least: i64,
        /// Largest value accepted.
        most: i64,
        /// Default value.
        default: i64,
    },
    /// A boolean.
    Switch {
        /// Default value.
        default: bool,
    },
    /// One of several words.
    Choice {
        /// The words.
        of: &'static [&'static str],
        /// Default word.
        default: &'static str,
    },
    /// A secret `https` address, empty by default. The audit log does not contain it.
    SecretAddress,
}

/// Maximum length of an address in characters.
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
    /// The parameter of the function that carries it.
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

/// Maximum number of failed sign-ins in a window.
pub const RATE_LIMIT_MAX_ATTEMPTS: Declared = Declared {
    key: "rate_limit_max_attempts",
    kind: number(1, 100, 10),
    function: "apply-rate-limit",
    parameter: "max_attempts",
    description: "Tentativas de login por janela de tempo",
};

/// Length of the window of failed sign-ins, in hours.
pub const RATE_LIMIT_WINDOW_HOURS: Declared = Declared {
    key: "rate_limit_window_hours",
    kind: number(1, 24, 1),
    function: "apply-rate-limit",
    parameter: "window_hours",
    description: "Janela de tempo do limite, em horas",
};

/// Lifetime of a one-time code in seconds.
pub const OTP_EXPIRY_SECONDS: Declared = Declared {
    key: "otp_expiry_seconds",
    kind: number(60, 3_600, 600),
    function: "update-otp-settings",
    parameter: "otp_expiry_seconds",
    description: "Validade do código de uso único, em segundos",
};

/// Lifetime of a mailed link in seconds.
pub const MAGIC_LINK_EXPIRY_SECONDS: Declared = Declared {
    key: "magic_link_expiry_seconds",
    kind: number(300, 3_600, 900),
    function: "update-magic-link-settings",
    parameter: "magic_link_expiry_seconds",
    description: "Validade do link enviado por e-mail, em segundos",
};

/// True if an address must be confirmed before its account can sign in.
pub const EMAIL_CONFIRMATION_REQUIRED: Declared = Declared {
    key: "email_confirmation_required",
    kind: Kind::Switch { default: true },
    function: "update-email-confirmation",
    parameter: "require_confirmation",
    description: "Exigir confirmação do e-mail",
};

/// True if visitors may create accounts.
pub const ALLOW_SIGNUP: Declared = Declared {
    key: "allow_signup",
    kind: Kind::Switch { default: true },
    function: "update-signup-settings",
    parameter: "allow_signup",
    description: "Permitir novos cadastros",
};

/// Number of members whose reports hide a text until a decision.
pub const REPORTS_TO_HIDE: Declared = Declared {
    key: "reports_to_hide",
    kind: number(1, 50, 3),
    function: "update-moderation-settings",
    parameter: "reports_to_hide",
    description: "Denúncias que ocultam um texto até a decisão",
};

/// Number of upheld decisions after which a member's texts wait for approval.
pub const UPHELD_TO_REVIEW: Declared = Declared {
    key: "upheld_to_review",
    kind: number(1, 50, 3),
    function: "update-moderation-settings",
    parameter: "upheld_to_review",
    description: "Decisões contra um membro até que seus textos esperem aprovação",
};

/// Number of links in a text above which it waits for approval.
pub const MAX_LINKS: Declared = Declared {
    key: "most_links",
    kind: number(0, 100, 10),
    function: "update-moderation-settings",
    parameter: "most_links",
    description: "Links em um texto até que ele espere aprovação",
};

/// Minimum number of seconds between two texts of a member. Sooner ones are refused.
pub const SECONDS_BETWEEN_TEXTS: Declared = Declared {
    key: "seconds_between_texts",
    kind: number(0, 300, 5),
    function: "update-moderation-settings",
    parameter: "seconds_between_texts",
    description: "Segundos entre dois textos do mesmo membro",
};

/// True if the limits for newcomers apply.
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

/// Callers that create channels: every member, members with the staff's approval, or the staff alone.
pub const CHANNEL_CREATION: Declared = Declared {
    key: "channel_creation",
    kind: Kind::Choice { of: &["members", "approval", "staff"], default: "members" },
    function: "update-community-settings",
    parameter: "channel_creation",
    description: "Quem cria canais na comunidade",
};

/// URL of the invitation to the VIP group, shown to members whose plan has the entitlement.
pub const VIP_GROUP_ADDRESS: Declared = Declared {
    key: "vip_group_address",
    kind: Kind::SecretAddress,
    function: "update-vip-group",
    parameter: "address",
    description: "Link de convite do grupo VIP",
};

/// Number of business hours within which priority messages are answered.
pub const PRIORITY_RESPONSE_HOURS: Declared = Declared {
    key: "priority_response_hours",
    kind: number(1, 72, 8),
    function: "update-priority-response",
    parameter: "hours",
    description: "Prazo de resposta às mensagens com prioridade, em horas úteis",
};

/// All settings.
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

/// Returns the names of the server functions that set them, each once.
pub fn functions() -> Vec<&'static str> {
    let mut names: Vec<_> = ALL.iter().map(|declared| declared.function).collect();
    names.dedup();
    names
}

/// Returns the settings that a server function changes.
pub fn of_function(name: &str) -> Vec<&'static Declared> {
    ALL.into_iter().filter(|declared| declared.function == name).collect()
}

/// Returns the setting of that key.
pub fn find(key: &str) -> Option<&'static Declared> {
    ALL.into_iter().find(|declared| declared.key == key)
}

impl Declared {
    /// Returns the text form of the default.
    pub fn default_text(&self) -> String {
        match self.kind {
            Kind::Number { default, .. } => default.to_string(),
            Kind::Switch { default } => default.to_string(),
            Kind::Choice { default, .. } => default.to_owned(),
            Kind::SecretAddress => String::new(),
        }
    }

    /// Returns the audit log's form of a value. A secret one only shows that it exists.
    pub(crate) fn audited<'a>(&self, value: &'a str) -> &'a str {
        match self.kind {
            Kind::SecretAddress if !value.is_empty() => "•••",
            _ => value,
        }
    }

    /// Returns the canonical text of a value. Returns `None` if it is invalid or out of range.
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
