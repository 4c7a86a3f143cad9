// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.angus.mail.iap.Argument;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.content.Headers;
import org.plateaubench.plugin.mail.model.MailMeasure.Counts;
import org.plateaubench.plugin.mail.protocol.Capability;
import org.plateaubench.plugin.mail.protocol.Fetched;
import org.plateaubench.plugin.mail.protocol.Flag;
import org.plateaubench.plugin.mail.protocol.ImapConnection;
import org.plateaubench.plugin.mail.protocol.ImapConnection.FolderState;
import org.plateaubench.plugin.mail.protocol.ImapWire;

/** An account's mailbox for operations on hundreds of messages. Not thread-safe. */
final class BulkMailbox implements AutoCloseable {
    private static final String SCANNED = "(UID FLAGS BODY.PEEK[HEADER.FIELDS ("
            + MessageNumber.HEADER.toUpperCase(Locale.ROOT) + " " + Headers.TOKEN.toUpperCase(Locale.ROOT) + ")])";
    /** The format of RFC 3501, whose day has two characters. */
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("dd-MMM-yyyy HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    /** Maximum number of UIDs in one command, which keeps its line within the limits of servers. */
    private static final int UIDS_PER_COMMAND = 200;

    private final MailLink link;
    private final ImapWire wire;

    BulkMailbox(MailLink link, Account account) throws MailFailure {
        this.link = link;
        wire = ImapWire.open(link, account);
    }

    private void run(String command, @Nullable Argument arguments, ImapWire.Untagged listener) throws MailFailure {
        wire.listen(listener);
        wire.run(command, arguments);
    }

    private void run(String command, String folder) throws MailFailure {
        run(command, wire.name(folder), response -> {});
    }

    Map<String, FolderState> folders() throws MailFailure {
        return new ImapConnection(link, wire, Counts.NONE).folders();
    }

    void create(String folder) throws MailFailure {
        run("CREATE", folder);
        run("SUBSCRIBE", folder);
    }

    void delete(String folder) throws MailFailure {
        run("UNSUBSCRIBE", folder);
        run("DELETE", folder);
    }

    FolderState select(String folder) throws MailFailure {
        int[] messages = new int[1];
        wire.listen(response -> {
            if (response.keyEquals("EXISTS")) {
                messages[0] = response.getNumber();
            }
        });
        long uidNext = wire.open("SELECT", wire.name(folder)).uidNext();
        return new FolderState(messages[0], uidNext);
    }

    /** Closes the folder, since a server may refuse to delete an open one. */
    void unselect() throws MailFailure {
        if (wire.offers(Capability.UNSELECT)) {
            wire.run("UNSELECT", null);
        } else {
            run("SELECT", Folders.INBOX);
        }
    }

    /** Returns the messages of the open folder that have at least the given UID. */
    List<FoundMessage> scan(long fromUid) throws MailFailure {
        List<FoundMessage> found = new ArrayList<>();
        run("UID FETCH " + fromUid + ":* " + SCANNED, null, response -> {
            if (response.keyEquals("FETCH")) {
                Fetched message = Fetched.read(response);
                // Beyond the last message the server returns the last one, which is older than requested.
                if (message.uid() >= fromUid && message.flags() >= 0) {
                    found.add(new FoundMessage(
                            message.uid(),
                            message.flags(),
                            MessageNumber.parse(message.header(MessageNumber.HEADER)),
                            message.token()));
                }
            }
        });
        return found;
    }

    /** Returns the text of the last message of the open folder; empty without messages. */
    String lastText() throws MailFailure {
        String[] text = {""};
        run("FETCH * (UID BODY.PEEK[TEXT])", null, response -> {
            if (response.keyEquals("FETCH")) {
                text[0] = Fetched.read(response).bodyText();
            }
        });
        return text[0];
    }

    void flag(List<Long> uids, Flag flag, boolean on) throws MailFailure {
        for (String set : sets(uids)) {
            wire.run("UID STORE " + set + (on ? " +" : " -") + "FLAGS.SILENT (" + flag.title() + ")", null);
        }
    }

    /** Permanently removes messages of the open folder. */
    void remove(List<Long> uids) throws MailFailure {
        flag(uids, Flag.DELETED, true);
        for (String set : sets(uids)) {
            wire.run(wire.offers(Capability.UIDPLUS) ? "UID EXPUNGE " + set : "EXPUNGE", null);
        }
    }

    private static List<String> sets(List<Long> uids) {
        List<String> sets = new ArrayList<>();
        for (int from = 0; from < uids.size(); from += UIDS_PER_COMMAND) {
            List<Long> some = uids.subList(from, Math.min(from + UIDS_PER_COMMAND, uids.size()));
            sets.add(String.join(",", some.stream().map(String::valueOf).toList()));
        }
        return sets;
    }

    void removeAll() throws MailFailure {
        wire.run("UID STORE 1:* +FLAGS.SILENT (" + Flag.DELETED.title() + ")", null);
        wire.run("EXPUNGE", null);
    }

    /**
     * Appends messages to a folder: with MULTIAPPEND all by one command, which a server may execute as one transaction;
     * with LITERAL+ by pipelined commands; otherwise one after the other. When one is refused, the accepted ones stay.
     */
    void append(String folder, List<NewMessage> messages) throws MailFailure {
        boolean literals = wire.offers(Capability.LITERAL_PLUS);
        List<Argument> commands = new ArrayList<>();
        for (NewMessage message : messages) {
            if (commands.isEmpty() || !literals || !wire.offers(Capability.MULTIAPPEND)) {
                commands.add(wire.name(folder));
            }
            commands.getLast()
                    .writeAtom(Flag.list(message.flags()))
                    .writeAtom('"' + DATE.format(message.date()) + '"')
                    .writeBytes(message.bytes());
        }
        wire.runAll("APPEND", commands, literals ? commands.size() : 1);
    }

    /** Signs out without waiting for the answer. */
    @Override
    public void close() {
        try {
            wire.writeCommand("LOGOUT", null);
        } catch (IOException | ProtocolException e) {
            // There is no session to end.
        }
        wire.disconnect();
    }

    /**
     * A message in a folder, with the bits of its {@link Flag}s.
     *
     * @param number null for a message that is not of a population
     * @param token null for a message that no user sent
     */
    record FoundMessage(
            long uid,
            int flags,
            @Nullable MessageNumber number,
            @Nullable String token) {
        /** Returns the part of its token that all tokens of a run share; empty without a token. */
        String run() {
            return token == null ? "" : token.split("\\.", 2)[0];
        }
    }

    /** A whole message to append to a folder, with the bits of its {@link Flag}s and its internal date. */
    @SuppressWarnings("ArrayRecordComponent")
    record NewMessage(byte[] bytes, int flags, Instant date) {}

    /** The number of a message within a folder of a population, stored in one of its headers. */
    record MessageNumber(String data, int folder, int index) {
        static final String HEADER = "X-Plateau-Number";

        private static final Pattern TEXT = Pattern.compile("([0-9a-f]+)/(\\d{1,9})/(\\d{1,9})");

        /** Returns the line that is put before the other headers of the message. */
        String line() {
            return HEADER + ": " + data + "/" + folder + "/" + index + "\r\n";
        }

        /** Parses the value of the header; null when it is malformed. */
        static @Nullable MessageNumber parse(@Nullable String value) {
            Matcher text = TEXT.matcher(value == null ? "" : value);
            return text.matches()
                    ? new MessageNumber(text.group(1), Integer.parseInt(text.group(2)), Integer.parseInt(text.group(3)))
                    : null;
        }
    }
}
