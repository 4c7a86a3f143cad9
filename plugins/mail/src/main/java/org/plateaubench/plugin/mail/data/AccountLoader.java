// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailSite;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.data.AccountWorkers.MailboxAccess;
import org.plateaubench.plugin.mail.data.BulkMailbox.FoundMessage;
import org.plateaubench.plugin.mail.data.BulkMailbox.MessageNumber;
import org.plateaubench.plugin.mail.data.BulkMailbox.NewMessage;
import org.plateaubench.plugin.mail.dav.DavConnections.DavUser;
import org.plateaubench.plugin.mail.model.Scale;
import org.plateaubench.plugin.mail.protocol.Flag;
import org.plateaubench.plugin.mail.protocol.ImapConnection.FolderState;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.DataMarker.State;
import org.plateaubench.process.data.MarkedData.Work;

/**
 * Creates, restores and removes the data of accounts. A marker states that the data is unfinished before anything else
 * is changed, and that it is loaded at the end: an interrupted load can therefore always be resumed.
 *
 * @param wanted marker of the data
 * @param messagesDone receives numbers of messages that are correct
 * @param objectsDone receives numbers of events and cards that are correct
 */
record AccountLoader(
        MailSite site,
        Scale scale,
        long seed,
        DataMarker wanted,
        LocalDate today,
        IntConsumer messagesDone,
        IntConsumer objectsDone) {
    /** Maximum number of messages in one batch, whose bytes are bounded too: the server holds a batch in memory. */
    private static final int BATCH_MESSAGES = 64;

    private static final long BATCH_BYTES = 4L << 20;

    /** Changes the content of an account to the data. */
    void load(AccountState found, Work work, MailboxAccess access) throws MailFailure, InterruptedException {
        Account account = found.account();
        Set<String> existing = found.folders().keySet();
        try (BulkMailbox mailbox = access.open(account);
                DavUser dav = access.dav(account)) {
            MailMarker marker = startMarker(found, work);
            appendMarker(mailbox, existing, marker);
            if (dav != null) {
                marker = GroupwareData.ensure(dav, marker);
            }
            if (work == Work.LOAD) {
                empty(found, mailbox, dav);
            }
            Population population = new Population(scale, seed, site, marker.day());
            for (int folder = 0; folder < Folders.filled().size(); folder++) {
                restore(population, account, mailbox, folder, existing);
            }
            Map<String, String> etags = dav == null
                    ? Map.of()
                    : new GroupwareData(seed, population, marker.day(), account, dav).restore(marker, objectsDone);
            Map<String, FolderState> states = mailbox.folders();
            Map<String, Long> uidNext = new LinkedHashMap<>();
            for (int folder = 0; folder < Folders.filled().size(); folder++) {
                String name = Folders.filled().get(folder);
                FolderState state = states.getOrDefault(name, FolderState.NONE);
                // If other mail has arrived meanwhile, the whole folder is searched for it.
                boolean isUnchanged = state.messages() == scale.messages(folder);
                uidNext.put(name, isUnchanged ? state.uidNext() : 1);
            }
            appendMarker(mailbox, states.keySet(), marker.loaded(uidNext, etags));
            keepLastMarker(mailbox);
        }
    }

    private MailMarker startMarker(AccountState found, Work work) {
        MailMarker marker = found.marker();
        if (marker != null && work != Work.LOAD) {
            return marker.withState(State.LOADING);
        }
        if (marker != null) {
            return MailMarker.start(wanted, today).withExistingFolders(marker.existingFolders());
        }
        List<String> own = new ArrayList<>(Folders.filled());
        own.add(Folders.MARKER);
        own.retainAll(found.folders().keySet());
        return MailMarker.start(wanted, today).withExistingFolders(own);
    }

    private static void appendMarker(BulkMailbox mailbox, Set<String> existing, MailMarker marker) throws MailFailure {
        if (!existing.contains(Folders.MARKER)) {
            mailbox.create(Folders.MARKER);
        }
        mailbox.append(Folders.MARKER, List.of(new NewMessage(marker.message(), Flag.SEEN.bit(), Instant.EPOCH)));
    }

    private static void keepLastMarker(BulkMailbox mailbox) throws MailFailure {
        mailbox.select(Folders.MARKER);
        List<Long> uids = new ArrayList<>(
                mailbox.scan(1).stream().map(FoundMessage::uid).sorted().toList());
        uids.removeLast();
        mailbox.remove(uids);
    }

    private static void empty(AccountState found, BulkMailbox mailbox, @Nullable DavUser dav) throws MailFailure {
        // An adopted account is emptied completely; in an account of Plateau, folders that are not Plateau's are kept.
        for (String folder : found.folders().keySet()) {
            if (found.marker() == null || Folders.filled().contains(folder)) {
                empty(mailbox, folder);
            }
        }
        if (dav != null) {
            GroupwareData.empty(dav);
        }
    }

    private static void empty(BulkMailbox mailbox, String folder) throws MailFailure {
        if (!folder.equals(Folders.MARKER) && mailbox.select(folder).messages() > 0) {
            mailbox.removeAll();
        }
    }

    /**
     * Changes the content of a folder to the messages of the population, from any state: empty, left by an interrupted
     * load, or changed by users. Messages of the population are kept, all others are removed, and missing messages are
     * created again.
     */
    private void restore(Population population, Account account, BulkMailbox mailbox, int folder, Set<String> existing)
            throws MailFailure, InterruptedException {
        String name = Folders.filled().get(folder);
        if (!existing.contains(name)) {
            mailbox.create(name);
        }
        boolean[] present = new boolean[scale.messages(folder)];
        if (mailbox.select(name).messages() > 0) {
            messagesDone.accept(repair(population, account, mailbox, folder, present));
        }
        List<NewMessage> batch = new ArrayList<>();
        long bytes = 0;
        for (int index = 0; index < present.length; index++) {
            if (present[index]) {
                continue;
            }
            NewMessage message = population.message(account, folder, index);
            if (!batch.isEmpty() && (batch.size() == BATCH_MESSAGES || bytes + message.bytes().length > BATCH_BYTES)) {
                append(mailbox, name, batch);
                bytes = 0;
            }
            batch.add(message);
            bytes += message.bytes().length;
        }
        if (!batch.isEmpty()) {
            append(mailbox, name, batch);
        }
    }

    /**
     * Removes messages that are not of the population, corrects flags, and returns how many of the population are
     * present.
     */
    private static int repair(
            Population population, Account account, BulkMailbox mailbox, int folder, boolean[] present)
            throws MailFailure {
        List<Long> surplus = new ArrayList<>();
        Map<FoundMessage, MessageNumber> kept = new LinkedHashMap<>();
        for (FoundMessage found : mailbox.scan(1)) {
            MessageNumber number = found.number();
            // A message with a token is a forwarded copy of a message of the population.
            if (number == null || found.token() != null || !population.has(number, folder) || present[number.index()]) {
                surplus.add(found.uid());
            } else {
                present[number.index()] = true;
                kept.put(found, number);
            }
        }
        mailbox.remove(surplus);
        for (Flag flag : Flag.values()) {
            Map<Boolean, List<Long>> wrong = new HashMap<>();
            kept.forEach((found, number) -> {
                boolean isExpected = flag.in(population.flags(account.number(), folder, number.index()));
                if (isExpected != flag.in(found.flags())) {
                    wrong.computeIfAbsent(isExpected, any -> new ArrayList<>()).add(found.uid());
                }
            });
            for (Map.Entry<Boolean, List<Long>> uids : wrong.entrySet()) {
                mailbox.flag(uids.getValue(), flag, uids.getKey());
            }
        }
        return kept.size();
    }

    private void append(BulkMailbox mailbox, String folder, List<NewMessage> batch)
            throws MailFailure, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        mailbox.append(folder, batch);
        messagesDone.accept(batch.size());
        batch.clear();
    }

    /** Removes everything that was created in an account, the marker last. */
    static void clear(AccountState found, MailboxAccess access) throws MailFailure {
        MailMarker marker = found.marker();
        if (marker == null) {
            return;
        }
        Set<String> kept = new HashSet<>(marker.existingFolders());
        kept.add(Folders.INBOX);
        found.folders()
                .keySet()
                .forEach(name -> Stream.concat(Folders.filled().stream(), Stream.of(Folders.MARKER))
                        .filter(own -> isBelow(name, own))
                        .forEach(kept::add));
        try (BulkMailbox mailbox = access.open(found.account());
                DavUser dav = access.dav(found.account())) {
            appendMarker(mailbox, found.folders().keySet(), marker.withState(State.CLEARING));
            for (String folder : Folders.filled()) {
                if (found.folders().containsKey(folder)) {
                    empty(mailbox, folder);
                    drop(mailbox, folder, kept);
                }
            }
            if (dav != null) {
                GroupwareData.clear(dav, marker);
            }
            mailbox.select(Folders.MARKER);
            mailbox.removeAll();
            drop(mailbox, Folders.MARKER, kept);
        }
    }

    /** Returns whether a foreign folder is in one of Plateau, for any separator of the server's hierarchy. */
    private static boolean isBelow(String name, String own) {
        return name.length() > own.length()
                && name.startsWith(own)
                && !Character.isLetterOrDigit(name.charAt(own.length()));
    }

    private static void drop(BulkMailbox mailbox, String folder, Set<String> kept) throws MailFailure {
        if (!kept.contains(folder)) {
            mailbox.unselect();
            mailbox.delete(folder);
        }
    }
}
