//! Emails and short messages of the accounts.

use super::fields::{Button, Code, email_fields, email_fields_of, phrases};

email_fields! {
    /// A link and a code that prove an address.
    LinkAndCode {
        /// The link.
        button: Button = "botão",
        /// The code.
        code: Code = "código",
        /// Lifetime of the link: `1 hora`.
        link_time: String = "validade_do_link",
        /// Lifetime of the code.
        code_time: String = "validade_do_código",
    }

    /// Request to the present address to confirm a change of address.
    AccountEmailChange {
        /// The new address.
        new_email: String = "novo_endereço" required,
        /// The link.
        button: Button = "botão",
        /// The code.
        code: Code = "código",
        /// Lifetime of the link.
        link_time: String = "validade_do_link",
        /// Lifetime of the code.
        code_time: String = "validade_do_código",
    }

    /// A code alone, to continue in a session.
    AccountCode {
        /// The code.
        code: Code = "código",
        /// Lifetime of the code.
        code_time: String = "validade_do_código",
    }

    /// The password was changed.
    SecurityPasswordChanged {}

    /// The address was changed. Sent to the former one.
    SecurityEmailChanged {
        /// The new address.
        new_email: String = "novo_endereço" required,
    }

    /// Another account asked for the address of this one.
    SecurityAddressRequested {}

    /// The telephone number was changed.
    SecurityPhoneChanged {
        /// Last digits of the new number.
        ending: String = "final" required,
    }

    /// A provider was linked.
    SecurityProviderLinked {
        /// Name of the provider.
        provider: String = "provedor" required,
    }

    /// A provider was unlinked.
    SecurityProviderUnlinked {
        /// Name of the provider.
        provider: String = "provedor" required,
    }

    /// A passkey was added.
    SecurityPasskeyAdded {}

    /// A passkey was removed.
    SecurityPasskeyRemoved {}

    /// A second factor was verified.
    SecurityFactorAdded {
        /// The factor.
        factor: SecondFactor = "etapa" required,
    }

    /// A second factor was removed.
    SecurityFactorRemoved {
        /// The factor.
        factor: SecondFactor = "etapa" required,
    }

    /// Six wrong codes after the right password.
    SecurityFactorLocked {}

    /// An administrator removed all second factors and passkeys.
    SecurityFactorsReset {}

    /// The account has new recovery codes.
    SecurityRecoveryCodesMade {}

    /// A recovery code was used.
    SecurityRecoveryCodeUsed {
        /// Number of codes that are left.
        left: CodesLeft = "códigos_restantes" required,
    }

    /// An erasure was requested.
    ErasureRequested {
        /// Day of the erasure.
        day: String = "dia" required,
    }

    /// The erasure was canceled.
    ErasureCanceled {}

    /// The account was erased.
    ErasureDone {}
}

email_fields_of! {
    LinkAndCode:
    /// Request to confirm the address of a new account.
    AccountConfirmation,
    /// Link and code to sign in.
    AccountAccess,
    /// Link and code to set a new password.
    AccountRecovery,
    /// Invitation to an account.
    AccountInvitation,
    /// Request to the new address to confirm a change of address.
    AccountNewEmail,
}

phrases! {
    /// A second factor in a sentence.
    SecondFactor in second_factor {
        /// An application with codes.
        App = "app",
        /// A telephone.
        Phone = "phone" {
            /// Last digits of the number.
            ending: String = "final" required,
        },
        /// A telephone without a known number.
        UnknownPhone = "unknown_phone",
        /// A security key.
        Key = "key",
        /// Recovery codes.
        RecoveryCodes = "recovery_codes",
    }

    /// Remaining recovery codes.
    CodesLeft in codes_left {
        /// No code is left.
        None = "none",
        /// One code is left.
        One = "one",
        /// Several codes are left.
        Many = "many" {
            /// Number of codes.
            count: i64 = "quantos" required,
        },
    }

    /// A short message to a telephone.
    ShortMessage in sms {
        /// Code to sign in.
        SignIn = "sign_in" {
            /// The code.
            code: String = "código" required,
        },
        /// Code that confirms the number of a new account.
        SignUp = "sign_up" {
            /// The code.
            code: String = "código" required,
        },
        /// Code for the present number, about another one.
        PhoneChange = "phone_change" {
            /// The code.
            code: String = "código" required,
        },
        /// Code that confirms a new number.
        NewPhone = "new_phone" {
            /// The code.
            code: String = "código" required,
        },
        /// Code to continue in a session.
        Confirmation = "confirmation" {
            /// The code.
            code: String = "código" required,
        },
        /// The number was changed. Sent to the former one.
        PhoneChanged = "phone_changed",
        /// The password was changed.
        PasswordChanged = "password_changed",
    }
}
