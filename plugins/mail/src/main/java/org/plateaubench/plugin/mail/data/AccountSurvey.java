// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.data.AccountWorkers.MailboxAccess;
import org.plateaubench.plugin.mail.data.BulkMailbox.FolderState;
import org.plateaubench.plugin.mail.data.BulkMailbox.FoundMessage;
import org.plateaubench.plugin.mail.dav.DavCollection;
import org.plateaubench.plugin.mail.dav.DavCollection.DavListed;
import org.plateaubench.plugin.mail.dav.DavUser;
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

    /**
     * Reads every account.
     *
     * @param foreign whether to search for foreign content and mail of runs
     */
    static Result of(AccountWorkers workers, List<Integer> accounts, boolean foreign)
            throws SutException, InterruptedException {
        Map<Integer, AccountState> states = new ConcurrentSkipListMap<>();
        Map<Integer, String> failures = new ConcurrentSkipListMap<>();
        workers.run(accounts, (account, access) -> {
            try {
                states.put(account.number(), look(account, access, foreign));
            } catch (MailFailure e) {
                failures.put(account.number(), String.valueOf(e.getMessage()));
            }
        });
        return new Result(states, failures);
    }

    private static AccountState look(Account account, MailboxAccess access, boolean searched) throws MailFailure {
        try (BulkMailbox mailbox = access.open(account);
                DavUser dav = access.dav(account)) {
            Map<String, FolderState> folders = mailbox.folders();
            MailMarker marker = null;
            FolderState own = folders.get(Folders.MARKER);
            if (own != null && own.messages() > 0) {
                mailbox.select(Folders.MARKER);
                marker = MailMarker.parse(mailbox.lastText()).orElse(null);
            }
            List<DavListed> events = dav == null ? List.of() : listed(dav.calendar());
            List<DavListed> contacts = dav == null ? List.of() : listed(dav.contacts());
            List<String> foreign = new ArrayList<>();
            Set<String> runs = new HashSet<>();
            if (searched) {
                foreign.addAll(marker == null ? filled(folders) : messages(mailbox, folders, marker, runs));
                foreign.addAll(objects("calendar/", events, account, marker));
                foreign.addAll(objects("contacts/", contacts, account, marker));
            }
            return new AccountState(account, marker, folders, events.size(), contacts.size(), foreign, runs);
        }
    }

    private static List<DavListed> listed(DavCollection collection) throws MailFailure {
        return collection.exists() ? collection.list() : List.of();
    }

    private static List<String> filled(Map<String, FolderState> folders) {
        List<String> names = new ArrayList<>();
        folders.forEach((name, state) -> {
            if (state.messages() > 0) {
                names.add(name + " (" + state.messages() + (state.messages() == 1 ? " message)" : " messages)"));
            }
        });
        return names;
    }

    /** Names foreign messages in the folders of the data that are newer than the loaded ones, and adds the runs of others. */
    private static List<String> messages(
            BulkMailbox mailbox, Map<String, FolderState> folders, MailMarker marker, Set<String> runs)
            throws MailFailure {
        List<String> names = new ArrayList<>();
        for (String name : Folders.filled()) {
            FolderState state = folders.getOrDefault(name, FolderState.NONE);
            if (state.messages() > 0 && state.uidNext() > marker.uidNext(name)) {
                mailbox.select(name);
                for (FoundMessage found : mailbox.scan(marker.uidNext(name))) {
                    String token = found.token();
                    if (!found.isOwn()) {
                        names.add(name + " (UID " + found.uid() + ")");
                    } else if (token != null) {
                        runs.add(found.run());
                    }
                }
            }
        }
        return names;
    }

    private static List<String> objects(
            String collection, List<DavListed> objects, Account account, @Nullable MailMarker marker) {
        return objects.stream()
                .map(DavListed::name)
                .filter(name -> marker == null || !GroupwareData.isOwn(account, name))
                .map(name -> collection + name)
                .toList();
    }
}
