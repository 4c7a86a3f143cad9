// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.data.AccountWorkers.MailboxAccess;
import org.plateaubench.plugin.mail.data.BulkMailbox.FoundMessage;
import org.plateaubench.plugin.mail.dav.DavCollection;
import org.plateaubench.plugin.mail.dav.DavConnections.DavUser;
import org.plateaubench.plugin.mail.protocol.ImapConnection.FolderState;
import org.plateaubench.spi.SutException;

/**
 * The content of an account at one instant.
 *
 * @param marker marker of Plateau's data; null without one
 * @param folders every folder that can be opened
 * @param events in its calendar; 0 where the data has none
 * @param contacts in its address book; 0 where the data has none
 * @param foreign content that is not Plateau's and that the data or users would change; empty if it was not searched
 *     for
 * @param runs runs that have left mail; empty if it was not searched for
 */
record AccountState(
        Account account,
        @Nullable MailMarker marker,
        Map<String, FolderState> folders,
        int events,
        int contacts,
        List<String> foreign,
        Set<String> runs) {
    /** The states of accounts by number, and for the other accounts the reason why they could not be read. */
    record Survey(Map<Integer, AccountState> states, Map<Integer, String> failures) {}

    /** Reads every account without changes; {@code searched} also searches for foreign content and mail of runs. */
    static Survey of(AccountWorkers workers, List<Integer> accounts, boolean searched)
            throws SutException, InterruptedException {
        Survey survey = new Survey(new ConcurrentSkipListMap<>(), new ConcurrentSkipListMap<>());
        workers.run(accounts, (account, access) -> {
            try {
                survey.states().put(account.number(), of(account, access, searched));
            } catch (MailFailure e) {
                survey.failures().put(account.number(), String.valueOf(e.getMessage()));
            }
        });
        return survey;
    }

    private static AccountState of(Account account, MailboxAccess access, boolean searched) throws MailFailure {
        try (BulkMailbox mailbox = access.open(account);
                DavUser dav = access.dav(account)) {
            Map<String, FolderState> folders = mailbox.folders();
            MailMarker marker = null;
            if (folders.getOrDefault(Folders.MARKER, FolderState.NONE).messages() > 0) {
                mailbox.select(Folders.MARKER);
                marker = MailMarker.parse(mailbox.lastText()).orElse(null);
            }
            Set<String> events = dav == null ? Set.of() : names(dav.calendar());
            Set<String> contacts = dav == null ? Set.of() : names(dav.contacts());
            List<String> foreign = new ArrayList<>();
            Set<String> runs = new HashSet<>();
            if (searched) {
                foreign.addAll(marker == null ? nonEmptyFolders(folders) : messages(mailbox, folders, marker, runs));
                foreign.addAll(objects("calendar/", events, account, marker));
                foreign.addAll(objects("contacts/", contacts, account, marker));
            }
            return new AccountState(account, marker, folders, events.size(), contacts.size(), foreign, runs);
        }
    }

    private static Set<String> names(DavCollection collection) throws MailFailure {
        return collection.exists() ? collection.list().keySet() : Set.of();
    }

    private static List<String> nonEmptyFolders(Map<String, FolderState> folders) {
        List<String> names = new ArrayList<>();
        folders.forEach((name, state) -> {
            if (state.messages() > 0) {
                names.add(name + " (" + state.messages() + (state.messages() == 1 ? " message)" : " messages)"));
            }
        });
        return names;
    }

    /** Returns foreign messages that are newer than the loaded ones; adds the runs of newer messages with a token. */
    private static List<String> messages(
            BulkMailbox mailbox, Map<String, FolderState> folders, MailMarker marker, Set<String> runs)
            throws MailFailure {
        List<String> names = new ArrayList<>();
        for (String name : Folders.filled()) {
            FolderState state = folders.getOrDefault(name, FolderState.NONE);
            if (state.messages() > 0 && state.uidNext() > marker.uidNext(name)) {
                mailbox.select(name);
                for (FoundMessage found : mailbox.scan(marker.uidNext(name))) {
                    if (found.token() != null) {
                        runs.add(found.run());
                    } else if (found.number() == null) {
                        names.add(name + " (UID " + found.uid() + ")");
                    }
                }
            }
        }
        return names;
    }

    private static List<String> objects(
            String collection, Set<String> objects, Account account, @Nullable MailMarker marker) {
        return objects.stream()
                .filter(name -> marker == null || !GroupwareData.isOwn(account, name))
                .map(name -> collection + name)
                .toList();
    }

    int messages(String folder) {
        return folders.getOrDefault(folder, FolderState.NONE).messages();
    }

    /** Returns the number of messages in all folders except that of the marker. */
    int messages() {
        return folders.values().stream().mapToInt(FolderState::messages).sum() - messages(Folders.MARKER);
    }

    /** Returns the UID that the next message of each folder will have. */
    Map<String, Long> uidNexts() {
        Map<String, Long> uids = new TreeMap<>();
        folders.forEach((name, folder) -> uids.put(name, folder.uidNext()));
        return uids;
    }

    /** Returns whether folders have received messages since the load. */
    boolean hasGrown() {
        return marker != null
                && Folders.filled().stream()
                        .anyMatch(name ->
                                folders.getOrDefault(name, FolderState.NONE).uidNext() > marker.uidNext(name));
    }

    boolean isEmpty() {
        return messages() == 0 && messages(Folders.MARKER) == 0 && events == 0 && contacts == 0;
    }

    static String accounts(int count) {
        return count == 1 ? "1 account" : count + " accounts";
    }
}
