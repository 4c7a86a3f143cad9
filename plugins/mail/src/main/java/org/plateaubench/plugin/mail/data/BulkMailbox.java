// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.iap.Response;
import org.eclipse.angus.mail.imap.protocol.FetchResponse;
import org.eclipse.angus.mail.imap.protocol.IMAPProtocol;
import org.eclipse.angus.mail.imap.protocol.ListInfo;
import org.eclipse.angus.mail.imap.protocol.MailboxInfo;
import org.eclipse.angus.mail.imap.protocol.Status;
import org.eclipse.angus.mail.util.MailLogger;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.imap.Flag;
import org.plateaubench.plugin.mail.site.Account;
import org.plateaubench.plugin.mail.site.Security;

/** An account's mailbox for operations on hundreds of messages. One thread at a time. */
final class BulkMailbox implements AutoCloseable {
    private static final String[] STATE = {"MESSAGES", "UIDNEXT"};
    private static final MailLogger SILENT = new MailLogger(BulkMailbox.class, "imap", false, null);
    /** Most UIDs in one command, which keeps its line within the limits of servers. */
    private static final int UIDS_PER_COMMAND = 200;

    private final MailLink link;
    private final IMAPProtocol protocol;

    private BulkMailbox(MailLink link, IMAPProtocol protocol) {
        this.link = link;
        this.protocol = protocol;
    }

    /**
     * Signs in.
     *
     * @param link connection that is not open yet
     */
    static BulkMailbox open(MailLink link, Account account) throws MailFailure {
        boolean opened = false;
        try {
            IMAPProtocol protocol = new IMAPProtocol(
                    "imap", link.endpoint().host(), link.endpoint().port(), link.properties("imap"), false, SILENT);
            if (link.endpoint().security() == Security.STARTTLS) {
                protocol.startTLS();
            }
            BulkMailbox mailbox = new BulkMailbox(link, protocol);
            mailbox.signIn(account);
            opened = true;
            return mailbox;
        } catch (IOException | ProtocolException e) {
            throw BulkFailures.of(e, link);
        } finally {
            if (!opened) {
                link.abort();
            }
        }
    }

    private void signIn(Account account) throws MailFailure, ProtocolException {
        try {
            if (protocol.hasCapability("LOGINDISABLED")) {
                protocol.authplain(null, account.login(), account.password());
            } else {
                protocol.login(account.login(), account.password());
            }
        } catch (ProtocolException e) {
            throw BulkFailures.ofLogin(e, link);
        }
        // The capabilities before and after signing in differ.
        protocol.capability();
    }

    /** Returns whether the server offers an extension. */
    boolean offers(String capability) {
        return protocol.hasCapability(capability);
    }

    /** Returns the account's own folders that can be opened, with their states. */
    Map<String, FolderState> folders() throws MailFailure {
        return asked(() -> {
            Map<String, FolderState> states = new LinkedHashMap<>();
            OwnFolders own = new OwnFolders(offers("NAMESPACE") ? protocol.namespace() : null);
            ListInfo[] folders = protocol.list("", "*");
            for (ListInfo folder : folders == null ? new ListInfo[0] : folders) {
                if (folder.canOpen && own.contains(folder.name)) {
                    Status status = protocol.status(folder.name, STATE);
                    states.put(
                            folder.name.equalsIgnoreCase(Folders.INBOX) ? Folders.INBOX : folder.name,
                            new FolderState(status.total, status.uidnext));
                }
            }
            return states;
        });
    }

    /** Creates a folder. */
    void create(String folder) throws MailFailure {
        asked(() -> {
            protocol.create(folder);
            protocol.subscribe(folder);
            return folder;
        });
    }

    /** Deletes a folder with its messages. */
    void delete(String folder) throws MailFailure {
        asked(() -> {
            protocol.unsubscribe(folder);
            protocol.delete(folder);
            return folder;
        });
    }

    /** Opens a folder for later calls. */
    FolderState select(String folder) throws MailFailure {
        MailboxInfo info = asked(() -> protocol.select(folder));
        return new FolderState(info.total, info.uidnext);
    }

    /** Closes the folder, since a server may refuse to delete an open one. */
    void unselect() throws MailFailure {
        asked(() -> {
            if (offers("UNSELECT")) {
                protocol.unselect();
            } else {
                protocol.select(Folders.INBOX);
            }
            return protocol;
        });
    }

    /** Returns the messages of the open folder from a UID on. */
    List<FoundMessage> scan(long fromUid) throws MailFailure {
        List<FoundMessage> found = new ArrayList<>();
        for (Response response : command("UID FETCH " + fromUid + ":* " + FoundMessageParser.ITEMS)) {
            if (response instanceof FetchResponse fetched) {
                FoundMessage message = FoundMessageParser.read(fetched);
                // Beyond the last message the server returns the last one, which is older than requested.
                if (message != null && message.uid() >= fromUid) {
                    found.add(message);
                }
            }
        }
        return found;
    }

    /** Returns the text of the last message of the open folder; empty without messages. */
    String lastText() throws MailFailure {
        for (Response response : command("FETCH * (UID BODY.PEEK[TEXT])")) {
            if (response instanceof FetchResponse fetched) {
                return FoundMessageParser.text(fetched);
            }
        }
        return "";
    }

    /** Sets or clears flags of messages of the open folder. */
    void flag(List<Long> uids, Flag flag, boolean on) throws MailFailure {
        forEachSet(
                uids, set -> command("UID STORE " + set + (on ? " +" : " -") + "FLAGS.SILENT (" + flag.title() + ")"));
    }

    /** Permanently removes messages of the open folder. */
    void remove(List<Long> uids) throws MailFailure {
        flag(uids, Flag.DELETED, true);
        if (offers("UIDPLUS")) {
            forEachSet(uids, set -> command("UID EXPUNGE " + set));
        } else if (!uids.isEmpty()) {
            command("EXPUNGE");
        }
    }

    /** A command for a set of UIDs. */
    @FunctionalInterface
    private interface SetCommand {
        void run(String set) throws MailFailure;
    }

    private static void forEachSet(List<Long> uids, SetCommand command) throws MailFailure {
        for (int from = 0; from < uids.size(); from += UIDS_PER_COMMAND) {
            List<Long> some = uids.subList(from, Math.min(from + UIDS_PER_COMMAND, uids.size()));
            command.run(String.join(",", some.stream().map(String::valueOf).toList()));
        }
    }

    /** Empties the open folder. */
    void removeAll() throws MailFailure {
        command("UID STORE 1:* +FLAGS.SILENT (" + Flag.DELETED.title() + ")");
        command("EXPUNGE");
    }

    /**
     * Appends messages to a folder, in as few round trips as the server allows. When one is refused, the accepted ones
     * stay.
     */
    void append(String folder, List<NewMessage> messages) throws MailFailure {
        new MessageAppender(link, protocol, folder).put(messages);
    }

    private Response[] command(String command) throws MailFailure {
        return asked(() -> {
            Response[] responses = protocol.command(command, null);
            protocol.handleResult(responses[responses.length - 1]);
            return responses;
        });
    }

    /** What is asked of the server. */
    @FunctionalInterface
    private interface Question<T> {
        T ask() throws ProtocolException;
    }

    private <T> T asked(Question<T> question) throws MailFailure {
        try {
            return question.ask();
        } catch (ProtocolException e) {
            throw BulkFailures.of(e, link);
        }
    }

    /** Signs out without waiting for the answer. */
    @Override
    public void close() {
        try {
            protocol.writeCommand("LOGOUT", null);
        } catch (IOException | ProtocolException e) {
            // There is no session to end.
        }
        protocol.disconnect();
    }
}
