// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.dav.DavUser;
import org.plateaubench.plugin.mail.failure.MailFailure;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.spi.SutException;

/** Reads the state of accounts, without changes. */
final class AccountSurvey {
    private AccountSurvey() {}

    /**
     * The result.
     *
     * @param states by account number
     * @param failures by account number, where reading failed
     */
    record Result(Map<Integer, AccountState> states, Map<Integer, String> failures) {}

    /** Reads every account. */
    static Result of(AccountWorkers workers, List<Integer> accounts) throws SutException, InterruptedException {
        Map<Integer, AccountState> states = new ConcurrentSkipListMap<>();
        Map<Integer, String> failures = new ConcurrentSkipListMap<>();
        workers.run(accounts, (account, access) -> {
            try {
                states.put(account.number(), look(account, access));
            } catch (MailFailure e) {
                failures.put(account.number(), String.valueOf(e.getMessage()));
            }
        });
        return new Result(states, failures);
    }

    private static AccountState look(Account account, MailboxAccess access) throws MailFailure {
        try (BulkMailbox mailbox = access.open(account);
                DavUser dav = access.dav(account)) {
            return look(account, mailbox, dav);
        }
    }

    /** Reads an account with an open connection. */
    static AccountState look(Account account, BulkMailbox mailbox, @Nullable DavUser dav) throws MailFailure {
        Map<String, FolderState> folders = mailbox.folders();
        DataMarker marker = null;
        FolderState own = folders.get(Folders.MARKER);
        if (own != null && own.messages() > 0) {
            mailbox.select(Folders.MARKER);
            marker = DataMarker.parse(mailbox.lastText());
        }
        boolean calendar = dav != null && dav.calendar().exists();
        boolean contacts = dav != null && dav.contacts().exists();
        return new AccountState(
                account,
                marker,
                folders,
                calendar && dav != null ? dav.calendar().list().size() : 0,
                contacts && dav != null ? dav.contacts().list().size() : 0);
    }
}
