// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import com.icegreen.greenmail.Managers;
import com.icegreen.greenmail.mail.MailAddress;
import com.icegreen.greenmail.smtp.SmtpManager;
import com.icegreen.greenmail.smtp.SmtpState;
import com.icegreen.greenmail.user.UserManager;
import org.jspecify.annotations.Nullable;

/** GreenMail's components, with accounts that accept any client with the password. */
final class OnDemandComponents extends Managers {
    private final OnDemandAccounts accounts;
    private final SmtpManager smtp;

    OnDemandComponents(String domain, String password) {
        accounts = new OnDemandAccounts(getImapHostManager(), domain, password);
        smtp = new SmtpManager(getImapHostManager(), accounts) {
            @Override
            public @Nullable String checkRecipient(SmtpState state, MailAddress recipient) {
                return accounts.takes(recipient.getEmail()) ? null : "550 5.7.1 No mail is taken for other domains";
            }
        };
    }

    @Override
    public UserManager getUserManager() {
        return accounts;
    }

    @Override
    public SmtpManager getSmtpManager() {
        return smtp;
    }
}
