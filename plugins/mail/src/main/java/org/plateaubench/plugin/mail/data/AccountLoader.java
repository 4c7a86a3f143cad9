// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.data.AccountWorkers.MailboxAccess;
import org.plateaubench.plugin.mail.data.BulkMailbox.FolderState;
import org.plateaubench.plugin.mail.data.BulkMailbox.FoundMessage;
import org.plateaubench.plugin.mail.data.BulkMailbox.NewMessage;
import org.plateaubench.plugin.mail.dav.DavUser;
import org.plateaubench.plugin.mail.imap.Flag;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.MailSite;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.DataMarker.State;
import org.plateaubench.process.data.MarkedData.Work;

/**
 * Creates, restores and removes the data of one account. A marker states that the data is unfinished before anything
 * else is changed, and that it is loaded at the end: an interrupted load can therefore always be resumed.
 */
final class AccountLoader {
    private final MailSite site;
    private final DataSettings settings;
    private final long seed;
    private final DataMarker wanted;
    private final LocalDate today;
    private final IntConsumer messagesDone;
    private final IntConsumer objectsDone;

    /**
     * Creates the loading of all accounts.
     *
     * @param wanted marker of the data
     * @param messagesDone receives numbers of messages that are correct
     * @param objectsDone receives numbers of events and cards that are correct
     */
    AccountLoader(
            MailSite site,
            DataSettings settings,
            long seed,
            DataMarker wanted,
            LocalDate today,
            IntConsumer messagesDone,
            IntConsumer objectsDone) {
        this.site = site;
        this.settings = settings;
        this.seed = seed;
        this.wanted = wanted;
        this.today = today;
        this.messagesDone = messagesDone;
        this.objectsDone = objectsDone;
    }

    /** Brings an account to its wanted content. */
    void load(AccountState found, Work work, MailboxAccess access) throws MailFailure, InterruptedException {
        Account account = found.account();
        try (BulkMailbox mailbox = access.open(account);
                DavUser dav = access.dav(account)) {
            MailMarker marker = begun(found, work);
            flag(mailbox, found.folders().keySet(), marker);
            if (dav != null) {
                marker = GroupwareRestorer.ensure(dav, marker);
            }
            if (work == Work.LOAD) {
                empty(found, mailbox, dav);
            }
            Population population = new Population(settings.scale(), seed, site, marker.day(today));
            new FolderRestorer(population, account, mailbox, messagesDone)
                    .run(found.folders().keySet());
            Map<String, String> etags = groupware(population, marker, account, dav);
            Map<String, Long> uidNext = new LinkedHashMap<>();
            Map<String, FolderState> states = mailbox.folders();
            for (int folder = 0; folder < Folders.filled().size(); folder++) {
                FolderState state = states.getOrDefault(Folders.filled().get(folder), FolderState.NONE);
                // If other mail has arrived meanwhile, the whole folder is searched for it.
                boolean isAsLoaded = state.messages() == settings.scale().messages(folder);
                uidNext.put(Folders.filled().get(folder), isAsLoaded ? state.uidNext() : 1);
            }
            flag(mailbox, states.keySet(), marker.loaded(uidNext, etags));
            keepLastMarker(mailbox);
        }
    }

    private MailMarker begun(AccountState found, Work work) {
        MailMarker marker = found.marker();
        if (marker != null && work != Work.LOAD) {
            return marker.in(State.LOADING);
        }
        if (marker != null) {
            return MailMarker.begun(wanted, today).found(marker.found());
        }
        List<String> own = new ArrayList<>(Folders.filled());
        own.add(Folders.MARKER);
        own.retainAll(found.folders().keySet());
        return MailMarker.begun(wanted, today).found(own);
    }

    private static void flag(BulkMailbox mailbox, Set<String> existing, MailMarker marker) throws MailFailure {
        if (!existing.contains(Folders.MARKER)) {
            mailbox.create(Folders.MARKER);
        }
        mailbox.append(Folders.MARKER, List.of(new NewMessage(marker.message(), EnumSet.of(Flag.SEEN), Instant.EPOCH)));
    }

    private static void keepLastMarker(BulkMailbox mailbox) throws MailFailure {
        mailbox.select(Folders.MARKER);
        List<Long> uids = new ArrayList<>(
                mailbox.scan(1).stream().map(FoundMessage::uid).sorted().toList());
        uids.removeLast();
        if (!uids.isEmpty()) {
            mailbox.remove(uids);
        }
    }

    private static void empty(AccountState found, BulkMailbox mailbox, @Nullable DavUser dav) throws MailFailure {
        // An adopted account is emptied; one of Plateau's may have other folders since.
        for (String folder : found.folders().keySet()) {
            if (found.marker() == null || Folders.filled().contains(folder)) {
                empty(mailbox, folder);
            }
        }
        if (dav != null) {
            GroupwareRestorer.empty(dav);
        }
    }

    private static void empty(BulkMailbox mailbox, String folder) throws MailFailure {
        if (!folder.equals(Folders.MARKER) && mailbox.select(folder).messages() > 0) {
            mailbox.removeAll();
        }
    }

    private Map<String, String> groupware(
            Population population, MailMarker marker, Account account, @Nullable DavUser dav)
            throws MailFailure, InterruptedException {
        if (dav == null) {
            return Map.of();
        }
        GroupwareData data = new GroupwareData(seed, population, marker.day(today));
        return new GroupwareRestorer(data, settings.scale(), account, dav, objectsDone).run(marker);
    }

    /** Removes everything that was created in an account, the marker last. */
    void clear(AccountState found, MailboxAccess access) throws MailFailure {
        MailMarker marker = found.marker();
        if (marker == null) {
            return;
        }
        Set<String> kept = new HashSet<>(marker.found());
        kept.add(Folders.INBOX);
        found.folders().keySet().forEach(name -> parent(name).ifPresent(kept::add));
        try (BulkMailbox mailbox = access.open(found.account());
                DavUser dav = access.dav(found.account())) {
            flag(mailbox, found.folders().keySet(), marker.in(State.CLEARING));
            for (String folder : Folders.filled()) {
                if (found.folders().containsKey(folder)) {
                    empty(mailbox, folder);
                    drop(mailbox, folder, kept);
                }
            }
            if (dav != null) {
                GroupwareRestorer.clear(dav, marker);
            }
            mailbox.select(Folders.MARKER);
            mailbox.removeAll();
            drop(mailbox, Folders.MARKER, kept);
        }
    }

    /** Returns the folder of Plateau in which a foreign folder is, whatever the separator of the server's hierarchy. */
    private static Optional<String> parent(String name) {
        return Stream.concat(Folders.filled().stream(), Stream.of(Folders.MARKER))
                .filter(own -> name.length() > own.length()
                        && name.startsWith(own)
                        && !Character.isLetterOrDigit(name.charAt(own.length())))
                .findFirst();
    }

    private static void drop(BulkMailbox mailbox, String folder, Set<String> kept) throws MailFailure {
        if (!kept.contains(folder)) {
            mailbox.unselect();
            mailbox.delete(folder);
        }
    }
}
