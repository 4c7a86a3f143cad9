// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.eclipse.angus.mail.iap.Argument;
import org.eclipse.angus.mail.iap.ByteArray;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.imap.protocol.IMAPResponse;
import org.eclipse.angus.mail.imap.protocol.ListInfo;
import org.eclipse.angus.mail.imap.protocol.Status;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.content.Headers;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.protocol.ImapWire.Opened;

/**
 * The connection of a signed-in user, with the actions of a mail program. Each method states how many round trips it
 * takes. Used by one thread at a time; {@link MailLink#abort} ends a wait.
 *
 * <p>After a failure with a lost connection no other method may be called. After any other failure the connection is
 * usable.
 */
public final class ImapConnection {
    /** The headers that a mail program shows in a list, and our token. */
    static final String HEADERS = "BODY.PEEK[HEADER.FIELDS (From To Cc Bcc Subject Date Message-ID Priority X-Priority"
            + " References In-Reply-To Reply-To Content-Type List-Post " + Headers.TOKEN + ")]";

    static final String LIST_ITEMS = "(UID FLAGS RFC822.SIZE INTERNALDATE " + HEADERS + ")";
    private static final String WINDOW_ITEMS =
            "(UID FLAGS RFC822.SIZE BODY.PEEK[HEADER.FIELDS (" + Headers.TOKEN + ")])";

    private static final String STATUS_ITEMS = "(MESSAGES UNSEEN UIDNEXT)";

    private final MailLink link;
    private final ImapWire wire;
    private final Counts counts;
    private @Nullable Mailbox selected;
    private @Nullable List<Fetched> fetches;
    private @Nullable Map<String, FolderState> listed;
    private long @Nullable [] found;

    /** The number of messages of a folder at one instant, and the least UID of the next one. */
    public record FolderState(int messages, long uidNext) {
        public static final FolderState NONE = new FolderState(0, 1);
    }

    /** A whole message from the server, in the buffer that it was read into. */
    public record Body(ByteArray section) {
        public int sizeBytes() {
            return section.getCount();
        }

        public @Nullable String header(String name) {
            int start = section.getStart();
            return Headers.value(section.getBytes(), start, start + section.getCount(), name);
        }

        public byte[] bytes() {
            return Arrays.copyOfRange(section.getBytes(), section.getStart(), section.getStart() + section.getCount());
        }
    }

    public ImapConnection(MailLink link, ImapWire wire, Counts counts) {
        this.link = link;
        this.wire = wire;
        this.counts = counts;
        wire.listen(this::untagged);
    }

    /** Connects and signs in: a greeting and one round trip with a server that sends its capabilities unasked. */
    public static ImapConnection open(MailLink link, Account account, Counts counts) throws MailFailure {
        return new ImapConnection(link, ImapWire.open(link, account), counts);
    }

    private void untagged(IMAPResponse response) throws ProtocolException {
        Mailbox mailbox = selected;
        Map<String, FolderState> folders = listed;
        if (response.keyEquals("FETCH")) {
            Fetched fetched = Fetched.read(response);
            if (mailbox != null) {
                mailbox.update(fetched);
            }
            if (fetches != null) {
                fetches.add(fetched);
            }
        } else if (mailbox != null && response.keyEquals("EXISTS")) {
            mailbox.setExists(response.getNumber());
        } else if (mailbox != null && response.keyEquals("EXPUNGE")) {
            mailbox.expunged(response.getNumber());
        } else if (folders != null && response.keyEquals("LIST")) {
            ListInfo folder = new ListInfo(response);
            if (folder.canOpen && !List.of(folder.attrs).contains("\\NonExistent")) {
                wire.names().decoded(folder.name).ifPresent(name -> folders.putIfAbsent(name, new FolderState(-1, -1)));
            }
        } else if (folders != null && response.keyEquals("STATUS")) {
            Status status = new Status(response);
            FolderState state = new FolderState(status.total, status.uidnext);
            wire.names().decoded(status.mbox).ifPresent(name -> folders.put(name, state));
        } else if (response.keyEquals("SEARCH")) {
            LongStream.Builder uids = LongStream.builder();
            for (long uid = response.readLong(); uid >= 0; uid = response.readLong()) {
                uids.add(uid);
            }
            found = uids.build().toArray();
        }
    }

    void run(String command, @Nullable Argument arguments) throws MailFailure {
        try {
            wire.run(command, arguments);
        } catch (MailFailure e) {
            if (selected != null && !e.connectionLost()) {
                // A refused command may still have had effects, which the server reports on this connection.
                selected.endRemoval();
            }
            throw e;
        }
        if (selected != null) {
            selected.requireConsistent();
        }
    }

    private List<Fetched> fetch(String command) throws MailFailure {
        List<Fetched> answers = new ArrayList<>(1);
        fetches = answers;
        try {
            run(command, null);
        } finally {
            fetches = null;
        }
        return answers;
    }

    public boolean offers(Capability capability) {
        return wire.offers(capability);
    }

    public MailLink link() {
        return link;
    }

    /**
     * Opens a folder, and updates the known state of it. Two round trips: {@code SELECT}, and a {@code FETCH}, the
     * first time of the newest messages, later of changed flags.
     *
     * <p>The first of them enables {@code CONDSTORE}, so that no {@code ENABLE} is needed.
     */
    public void select(Mailbox mailbox) throws MailFailure {
        boolean condstore = wire.offers(Capability.CONDSTORE);
        long before = mailbox.modSequence();
        selected = mailbox;
        mailbox.beginOpen();
        Argument arguments = wire.name(mailbox.folder());
        if (condstore) {
            arguments.writeArgument(new Argument().writeAtom("CONDSTORE"));
        }
        Opened opening = wire.open("SELECT", arguments);
        mailbox.endOpen(opening.uidValidity, opening.uidNext, opening.highestModSequence);
        mailbox.requireConsistent();
        if (mailbox.isOutdated()) {
            fetchWindow(mailbox);
        } else if (condstore && before >= 0) {
            if (opening.highestModSequence != before) {
                run(
                        "UID FETCH " + mailbox.firstUid() + ":" + mailbox.lastUid() + " (FLAGS) (CHANGEDSINCE " + before
                                + ")",
                        null);
            }
        } else if (mailbox.knownCount() > 0) {
            counts.add(MailMeasure.CONDSTORE_FALLBACKS, 1);
            run("UID FETCH " + mailbox.firstUid() + ":" + mailbox.lastUid() + " (FLAGS)", null);
        }
    }

    private void fetchWindow(Mailbox mailbox) throws MailFailure {
        mailbox.reset();
        if (mailbox.exists() > 0) {
            run("FETCH " + mailbox.windowStart() + ":* " + WINDOW_ITEMS, null);
        }
    }

    /** Checks for new mail: {@code NOOP}, and a {@code UID FETCH} of the list when there is any. */
    public void check() throws MailFailure {
        run("NOOP", null);
        fetchAnnounced();
    }

    /**
     * Fetches the list of new mail that the server has announced meanwhile, for example when a folder was opened: at
     * most one round trip.
     */
    public void fetchAnnounced() throws MailFailure {
        Mailbox mailbox = selected();
        if (mailbox.hasNewMessages()) {
            int announced = mailbox.exists();
            run("UID FETCH " + (mailbox.lastUid() + 1) + ":* " + LIST_ITEMS, null);
            mailbox.requireListed(announced);
            mailbox.requireConsistent();
        }
        if (mailbox.isOutdated()) {
            fetchWindow(mailbox);
        }
    }

    /**
     * Reads a whole message in one piece, and marks it as read: two round trips. Its size must be as reported before.
     *
     * @param check whether the content of a message is the content that was sent
     */
    public Body read(long uid, Predicate<Body> check) throws MailFailure {
        Body body = fetchBody(uid);
        store(uid, Flag.SEEN, true);
        int index = selected().indexOf(uid);
        if (index >= 0 && selected().sizeBytes(index) != body.sizeBytes()) {
            throw wrongAnswer("UID " + uid + " has " + body.sizeBytes() + " bytes, and "
                    + selected().sizeBytes(index) + " by RFC822.SIZE");
        }
        if (!check.test(body)) {
            throw wrongAnswer("UID " + uid + " is not the message that was sent");
        }
        return body;
    }

    private Body fetchBody(long uid) throws MailFailure {
        for (Fetched fetched : fetch("UID FETCH " + uid + " (BODY.PEEK[])")) {
            if (fetched.body != null && fetched.uid == uid) {
                return new Body(fetched.body);
            }
        }
        throw wrongAnswer("UID " + uid + " was announced and does not exist");
    }

    /** Sets or clears a flag, and checks the flag that the server then reports: one round trip. */
    public void store(long uid, Flag flag, boolean on) throws MailFailure {
        int last = -1;
        for (Fetched fetched : fetch("UID STORE " + uid + (on ? " +FLAGS (" : " -FLAGS (") + flag.title() + ")")) {
            last = fetched.flags >= 0 && (fetched.uid == uid || fetched.uid < 0) ? fetched.flags : last;
        }
        if (last >= 0 && flag.in(last) != on) {
            throw wrongAnswer("UID " + uid + " answers a change of " + flag.title() + " with flags that lack it");
        }
    }

    /** Reads back a flag that was set or cleared before: one round trip. */
    public void readBack(long uid, Flag flag, boolean on) throws MailFailure {
        boolean kept = fetch("UID FETCH " + uid + " (FLAGS)").stream()
                .anyMatch(fetched -> fetched.uid == uid && fetched.flags >= 0 && flag.in(fetched.flags) == on);
        if (!kept) {
            throw wrongAnswer("UID " + uid + " did not keep a change of " + flag.title());
        }
    }

    /**
     * Permanently deletes a message: {@code UID STORE} and {@code UID EXPUNGE}, two round trips, one after the other as
     * mail programs do. Without {@code UIDPLUS} all messages marked as deleted are expunged.
     */
    public void delete(long uid) throws MailFailure {
        selected().beginRemoval();
        run("UID STORE " + uid + " +FLAGS.SILENT (" + Flag.DELETED.title() + ")", null);
        expunge(uid);
    }

    private void expunge(long uid) throws MailFailure {
        boolean hasUidExpunge = wire.offers(Capability.UIDPLUS);
        if (!hasUidExpunge) {
            counts.add(MailMeasure.EXPUNGE_FALLBACKS, 1);
        }
        run(hasUidExpunge ? "UID EXPUNGE " + uid : "EXPUNGE", null);
        requireRemoved(uid);
    }

    private void requireRemoved(long uid) throws MailFailure {
        selected().endRemoval();
        if (selected().indexOf(uid) >= 0) {
            throw wrongAnswer("UID " + uid + " was removed, and still exists");
        }
    }

    /** Moves a message: one round trip with {@code MOVE}, else three. */
    public void move(long uid, String folder) throws MailFailure {
        selected().beginRemoval();
        Argument arguments =
                new Argument().writeNumber(uid).writeString(wire.names().encoded(folder));
        if (wire.offers(Capability.MOVE)) {
            run("UID MOVE", arguments);
            requireRemoved(uid);
            return;
        }
        counts.add(MailMeasure.MOVE_FALLBACKS, 1);
        run("UID COPY", arguments);
        run("UID STORE " + uid + " +FLAGS.SILENT (" + Flag.DELETED.title() + ")", null);
        expunge(uid);
    }

    /**
     * Searches the folder, with the keywords of RFC 3501, 6.4.4: one round trip. Returns the number of messages found.
     *
     * @param expected whether a known message must be found; if {@code exact}, no other one may be
     */
    public int search(String criteria, IntPredicate expected, boolean exact) throws MailFailure {
        found = null;
        run("UID SEARCH " + criteria, null);
        long[] answer = found;
        if (answer == null) {
            throw wrongAnswer("SEARCH " + criteria + " was answered without a result");
        }
        selected().checkSearch(criteria, answer, expected, exact);
        selected().requireConsistent();
        return answer.length;
    }

    /**
     * Returns the account's own folders that can be opened: one round trip with {@code LIST-STATUS}, else one for the
     * list and one for each folder.
     */
    public Map<String, FolderState> folders() throws MailFailure {
        Map<String, FolderState> folders = new LinkedHashMap<>();
        listed = folders;
        try {
            if (wire.offers(Capability.LIST_STATUS) && wire.offers(Capability.LIST_EXTENDED)) {
                run("LIST \"\" \"*\" RETURN (STATUS " + STATUS_ITEMS + ")", null);
            } else {
                counts.add(MailMeasure.STATUS_FALLBACKS, 1);
                run("LIST \"\" \"*\"", null);
                for (String folder : List.copyOf(folders.keySet())) {
                    run("STATUS", wire.name(folder).writeAtom(STATUS_ITEMS));
                }
            }
        } finally {
            listed = null;
        }
        for (Map.Entry<String, FolderState> folder : folders.entrySet()) {
            if (folder.getValue().messages() < 0) {
                throw wrongAnswer("the folder " + folder.getKey() + " was listed without its status");
            }
        }
        return folders;
    }

    /** Stores a message in a folder: one round trip with {@code LITERAL+}, else two. */
    public void append(String folder, byte[] message, Flag... flags) throws MailFailure {
        if (!wire.offers(Capability.LITERAL_PLUS)) {
            counts.add(MailMeasure.LITERAL_FALLBACKS, 1);
        }
        int bits = Arrays.stream(flags).mapToInt(Flag::bit).sum();
        run("APPEND", wire.name(folder).writeAtom(Flag.list(bits)).writeBytes(message));
    }

    /** Signs out and closes: one round trip, after which any end of the connection is correct. */
    public void logout() throws MailFailure {
        try {
            wire.run("LOGOUT", null);
        } catch (MailFailure e) {
            // A server's BYE comes before its OK.
            if (!e.errorClass().equals(MailError.SERVER.title())) {
                throw e;
            }
        } finally {
            wire.disconnect();
        }
    }

    private Mailbox selected() {
        Mailbox mailbox = selected;
        if (mailbox == null) {
            throw new IllegalStateException("no folder is open");
        }
        return mailbox;
    }

    private static MailFailure wrongAnswer(String what) {
        return new MailFailure(MailError.WRONG_ANSWER, what, false);
    }
}
