// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.eclipse.angus.mail.iap.Argument;
import org.eclipse.angus.mail.iap.Literal;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.iap.Response;
import org.eclipse.angus.mail.imap.protocol.BASE64MailboxEncoder;
import org.eclipse.angus.mail.imap.protocol.IMAPResponse;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.content.Headers;

/**
 * The connection of a signed-in user, with the actions of a mail program. Each method states how many round trips it
 * takes. One thread at a time; {@link MailLink#abort} ends a wait.
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

    private final MailLink link;
    private final ImapWire wire;
    private final ImapCounts counts;
    private @Nullable Mailbox selected;
    private final OpeningAnswers opening = new OpeningAnswers();
    private @Nullable FetchTaker fetches;
    private ImapWire.@Nullable Untagged others;

    @FunctionalInterface
    private interface FetchTaker {
        void take(Fetched fetched);
    }

    ImapConnection(MailLink link, ImapWire wire, ImapCounts counts) {
        this.link = link;
        this.wire = wire;
        this.counts = counts;
        wire.listen(this::untagged);
    }

    private void untagged(IMAPResponse response) throws ProtocolException {
        Mailbox mailbox = selected;
        if (response.isOK()) {
            opening.take(response.getRest());
        } else if (response.keyEquals("FETCH")) {
            Fetched fetched = Fetched.read(response);
            if (mailbox != null) {
                mailbox.fetched(fetched);
            }
            if (fetches != null) {
                fetches.take(fetched);
            }
        } else if (mailbox != null && response.keyEquals("EXISTS")) {
            mailbox.existsNow(response.getNumber());
        } else if (mailbox != null && response.keyEquals("EXPUNGE")) {
            mailbox.expunged(response.getNumber());
        } else if (others != null && !response.isNO() && !response.isBAD()) {
            others.accept(response);
        }
    }

    private Response run(String command, @Nullable Argument arguments) throws MailFailure {
        Response answer;
        try {
            answer = wire.run(command, arguments);
        } catch (MailFailure e) {
            if (selected != null && !e.connectionLost()) {
                // A refused command may still have had effects, which the server reports on this connection.
                selected.removed();
            }
            throw e;
        }
        if (selected != null) {
            selected.judge();
        }
        return answer;
    }

    private void fetch(String command, FetchTaker taker) throws MailFailure {
        fetches = taker;
        try {
            run(command, null);
        } finally {
            fetches = null;
        }
    }

    private void collect(String command, @Nullable Argument arguments, ImapWire.Untagged taker) throws MailFailure {
        others = taker;
        try {
            run(command, arguments);
        } finally {
            others = null;
        }
    }

    /** Returns the server's capabilities after signing in. */
    public Capabilities capabilities() {
        return wire.offered();
    }

    /** Returns the link. */
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
        mailbox.opening();
        opening.clear();
        Argument arguments = name(mailbox.folder());
        if (condstore) {
            arguments.writeArgument(new Argument().writeAtom("CONDSTORE"));
        }
        wire.run("SELECT", arguments);
        mailbox.opened(opening.uidValidity, opening.uidNext, opening.highestModSequence);
        mailbox.judge();
        if (mailbox.outdated()) {
            learn(mailbox);
        } else if (condstore && before >= 0) {
            if (opening.highestModSequence != before) {
                run(
                        "UID FETCH " + mailbox.firstUid() + ":" + mailbox.lastUid() + " (FLAGS) (CHANGEDSINCE " + before
                                + ")",
                        null);
            }
        } else if (mailbox.known() > 0) {
            counts.add(ImapEvent.CONDSTORE);
            run("UID FETCH " + mailbox.firstUid() + ":" + mailbox.lastUid() + " (FLAGS)", null);
        }
    }

    private void learn(Mailbox mailbox) throws MailFailure {
        mailbox.relearn();
        if (mailbox.exists() > 0) {
            run("FETCH " + mailbox.windowStart() + ":* " + WINDOW_ITEMS, null);
        }
    }

    /** Checks for new mail: {@code NOOP}, and a {@code UID FETCH} of the list when there is any. */
    public List<Arrived> check() throws MailFailure {
        run("NOOP", null);
        return takeIn();
    }

    /**
     * Fetches the list of new mail that the server has announced meanwhile, for example when a folder was opened: at
     * most one round trip.
     */
    public List<Arrived> takeIn() throws MailFailure {
        Mailbox mailbox = selected();
        List<Arrived> arrived = new ArrayList<>();
        if (mailbox.behind()) {
            long last = mailbox.lastUid();
            fetch("UID FETCH " + (last + 1) + ":* " + LIST_ITEMS, fetched -> {
                if (fetched.uid > last && fetched.sizeBytes >= 0) {
                    arrived.add(fetched.arrived());
                }
            });
        }
        if (mailbox.outdated()) {
            learn(mailbox);
        }
        return arrived;
    }

    /**
     * Reads a whole message in one piece, and marks it as read: two round trips.
     *
     * @param check whether the message alone shows that it is the one that was sent, checked in addition to its size as
     *     reported before; null for none
     */
    public Body read(long uid, @Nullable Predicate<byte[]> check) throws MailFailure {
        Body body = fetchBody(uid);
        store(uid, Flag.SEEN, true);
        if (check != null) {
            judge(uid, body, check);
        }
        return body;
    }

    private Body fetchBody(long uid) throws MailFailure {
        Body[] found = new Body[1];
        fetch("UID FETCH " + uid + " (BODY.PEEK[])", fetched -> {
            if (fetched.body != null && fetched.uid == uid) {
                found[0] = new Body(fetched.body);
            }
        });
        if (found[0] == null) {
            throw wrong("UID " + uid + " was announced and is not there");
        }
        return found[0];
    }

    private void judge(long uid, Body body, Predicate<byte[]> check) throws MailFailure {
        int index = selected().indexOf(uid);
        if (index >= 0 && selected().sizeBytes(index) != body.sizeBytes()) {
            throw wrong("UID " + uid + " has " + body.sizeBytes() + " bytes, and "
                    + selected().sizeBytes(index) + " by RFC822.SIZE");
        }
        if (!check.test(body.bytes())) {
            throw wrong("UID " + uid + " is not the message that was sent");
        }
    }

    /** Sets or clears a flag, and checks the flag that the server then reports: one round trip. */
    public void store(long uid, Flag flag, boolean on) throws MailFailure {
        int[] notified = {-1};
        fetch("UID STORE " + uid + (on ? " +FLAGS (" : " -FLAGS (") + flag.title() + ")", fetched -> {
            if (fetched.flags >= 0 && (fetched.uid == uid || fetched.uid < 0)) {
                notified[0] = fetched.flags;
            }
        });
        if (notified[0] >= 0 && flag.in(notified[0]) != on) {
            throw wrong("UID " + uid + " answers a change of " + flag.title() + " with flags that lack it");
        }
    }

    /** Reads back a flag that was set or cleared before: one round trip. */
    public void readBack(long uid, Flag flag, boolean on) throws MailFailure {
        int[] notified = {-1};
        fetch("UID FETCH " + uid + " (FLAGS)", fetched -> {
            if (fetched.uid == uid) {
                notified[0] = fetched.flags;
            }
        });
        if (notified[0] < 0 || flag.in(notified[0]) != on) {
            throw wrong("UID " + uid + " did not keep a change of " + flag.title());
        }
    }

    /**
     * Permanently deletes a message: {@code UID STORE} and {@code UID EXPUNGE}, two round trips, one after the other as
     * mail programs do.
     *
     * @return whether the server expunged this message alone; otherwise all messages marked as deleted were expunged
     */
    public boolean delete(long uid) throws MailFailure {
        selected().removing();
        run("UID STORE " + uid + " +FLAGS.SILENT (" + Flag.DELETED.title() + ")", null);
        return expunge(uid);
    }

    private boolean expunge(long uid) throws MailFailure {
        boolean alone = wire.offers(Capability.UIDPLUS);
        if (!alone) {
            counts.add(ImapEvent.UID_EXPUNGE);
        }
        run(alone ? "UID EXPUNGE " + uid : "EXPUNGE", null);
        gone(uid);
        return alone;
    }

    private void gone(long uid) throws MailFailure {
        selected().removed();
        if (selected().indexOf(uid) >= 0) {
            throw wrong("UID " + uid + " was removed, and still exists");
        }
    }

    /**
     * Moves a message: one round trip with {@code MOVE}, else three.
     *
     * @return whether the server offers it
     */
    public boolean move(long uid, String folder) throws MailFailure {
        selected().removing();
        Argument arguments = new Argument().writeNumber(uid);
        append(arguments, folder);
        if (wire.offers(Capability.MOVE)) {
            run("UID MOVE", arguments);
            gone(uid);
            return true;
        }
        counts.add(ImapEvent.MOVE);
        run("UID COPY", arguments);
        run("UID STORE " + uid + " +FLAGS.SILENT (" + Flag.DELETED.title() + ")", null);
        expunge(uid);
        return false;
    }

    /** Searches the folder, with the keywords of RFC 3501, 6.4.4, and returns the UIDs found: one round trip. */
    public long[] search(Search search) throws MailFailure {
        List<Long> found = new ArrayList<>();
        collect("UID SEARCH", search.arguments(), response -> {
            if (response.keyEquals("SEARCH")) {
                for (long uid = response.readLong(); uid >= 0; uid = response.readLong()) {
                    found.add(uid);
                }
            }
        });
        return found.stream().mapToLong(Long::longValue).toArray();
    }

    /**
     * Lists all folders with their status: one round trip with {@code LIST-STATUS}, else one for the list and one for
     * each folder.
     */
    public List<FolderStatus> folders() throws MailFailure {
        FolderAnswers answers = new FolderAnswers();
        if (wire.offers(Capability.LIST_STATUS) && wire.offers(Capability.LIST_EXTENDED)) {
            collect("LIST \"\" \"*\" RETURN (STATUS " + FolderAnswers.ITEMS + ")", null, answers);
            return answers.folders();
        }
        counts.add(ImapEvent.LIST_STATUS);
        collect("LIST \"\" \"*\"", null, answers);
        for (String folder : answers.names()) {
            Argument arguments = new Argument().writeString(folder, StandardCharsets.UTF_8);
            collect("STATUS", arguments.writeAtom(FolderAnswers.ITEMS), answers);
        }
        return answers.folders();
    }

    /** Returns the status of one folder that is not open: one round trip. */
    public FolderStatus status(String folder) throws MailFailure {
        FolderAnswers answers = new FolderAnswers();
        collect("STATUS", name(folder).writeAtom(FolderAnswers.ITEMS), answers);
        return answers.folders().stream()
                .findFirst()
                .orElseThrow(() -> wrong("STATUS of " + folder + " was announced and is not there"));
    }

    /**
     * Stores a message in a folder: one round trip with {@code LITERAL+}, else two.
     *
     * @return its UID if the server returns it, else -1
     */
    public long append(String folder, byte[] message, Flag... flags) throws MailFailure {
        if (!wire.offers(Capability.LITERAL_PLUS)) {
            counts.add(ImapEvent.LITERAL_PLUS);
        }
        Argument arguments = name(folder);
        Argument list = new Argument();
        for (Flag flag : flags) {
            list.writeAtom(flag.title());
        }
        Response answer = run("APPEND", arguments.writeArgument(list).writeBytes(new Bytes(message)));
        return appended(answer.getRest());
    }

    private static long appended(String rest) {
        if (!rest.toUpperCase(Locale.ROOT).startsWith("[APPENDUID ") || rest.indexOf(']') < 0) {
            return -1;
        }
        String[] words = rest.substring(0, rest.indexOf(']')).split(" ", -1);
        return words.length == 3 && words[2].chars().allMatch(Character::isDigit) ? Long.parseLong(words[2]) : -1;
    }

    /** A message without a copy. */
    private static final class Bytes implements Literal {
        private final byte[] message;

        Bytes(byte[] message) {
            this.message = message;
        }

        @Override
        public int size() {
            return message.length;
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(message);
        }
    }

    /** Creates a folder: one round trip. An existing one is refused. */
    public void create(String folder) throws MailFailure {
        run("CREATE", name(folder));
    }

    /** Requests only changes: one round trip. */
    public void noop() throws MailFailure {
        run("NOOP", null);
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

    private static MailFailure wrong(String what) {
        return new MailFailure(MailError.WRONG_ANSWER, what, false);
    }

    private static Argument name(String folder) {
        return append(new Argument(), folder);
    }

    private static Argument append(Argument arguments, String folder) {
        return arguments.writeString(BASE64MailboxEncoder.encode(folder));
    }
}
