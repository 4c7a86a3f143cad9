// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.io.IOException;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.eclipse.angus.mail.iap.Argument;
import org.eclipse.angus.mail.iap.LiteralException;
import org.eclipse.angus.mail.iap.ProtocolException;
import org.eclipse.angus.mail.iap.Response;
import org.eclipse.angus.mail.imap.protocol.IMAPProtocol;
import org.eclipse.angus.mail.imap.protocol.IMAPResponse;
import org.eclipse.angus.mail.imap.protocol.ListInfo;
import org.eclipse.angus.mail.imap.protocol.Namespaces;
import org.eclipse.angus.mail.util.MailLogger;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.FolderNames;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.connect.MailSockets;
import org.plateaubench.plugin.mail.connect.Security;

/**
 * Commands and answers of one connection, on Angus's protocol class without its stores and folders: those send {@code
 * NOOP} before they use a connection, fetch bodies in pieces of 16 KiB and hold an object for every message of a
 * folder.
 *
 * <p>This class also avoids other properties of its superclass: it stores the capabilities of each connection as two
 * strings each; it requests them even if the greeting contained them; it turns a lost connection into a {@code BYE}, so
 * that a logout by the server cannot be distinguished from a crash; and while it waits for permission to send a literal
 * it discards the server's reports on the folder.
 */
public final class ImapWire extends IMAPProtocol {
    private static final MailLogger LOGGER = new MailLogger(ImapWire.class, "imap", false, null);
    private static final byte[] DONE = "DONE\r\n".getBytes(StandardCharsets.US_ASCII);

    private final MailLink link;
    // Without initial values, since the superclass constructor sets and reads these fields first.
    private @Nullable Set<Capability> capabilities;
    private @Nullable Untagged untagged;
    private @Nullable Opened opened;
    private @Nullable FolderNames names;

    /** Receives answers that a server sends unasked, or as part of another answer. */
    @FunctionalInterface
    public interface Untagged {
        void accept(IMAPResponse response) throws ProtocolException;
    }

    /** The state of a folder, which the server reports when it opens it, in codes of untagged {@code OK}; -1 if unknown. */
    public static final class Opened {
        long uidValidity = -1;
        long uidNext = -1;
        long highestModSequence = -1;

        public long uidNext() {
            return uidNext;
        }

        private void readCode(String rest) {
            int space = rest.indexOf(' ');
            int end = rest.indexOf(']');
            if (!rest.startsWith("[") || space < 0 || end < space) {
                return;
            }
            String value = rest.substring(space + 1, end);
            switch (rest.substring(1, space)) {
                case "UIDVALIDITY" -> uidValidity = number(value);
                case "UIDNEXT" -> uidNext = number(value);
                case "HIGHESTMODSEQ" -> highestModSequence = number(value);
                default -> {
                    // Not used.
                }
            }
        }

        private static long number(String text) {
            return !text.isEmpty() && text.length() < 19 && text.chars().allMatch(Character::isDigit)
                    ? Long.parseLong(text)
                    : -1;
        }
    }

    private ImapWire(MailLink link) throws IOException, ProtocolException {
        super("imap", link.endpoint().host(), link.endpoint().port(), link.properties(), false, LOGGER);
        this.link = link;
    }

    /** Connects, and starts TLS where required. Signing in follows. */
    public static ImapWire connect(MailLink link) throws MailFailure {
        try {
            ImapWire wire = new ImapWire(link);
            if (link.endpoint().security() == Security.STARTTLS) {
                wire.secure();
            }
            return wire;
        } catch (ProtocolException e) {
            Response refusal = e.getResponse();
            if (refusal == null || refusal.isSynthetic()) {
                throw link.abortAndGetFailure(refusal == null ? e : refusal.getException());
            }
            link.abort();
            throw refusal.isBYE()
                    ? ImapAnswers.failure("greeting", refusal)
                    : new MailFailure(MailError.PROTOCOL, link.endpoint() + " is not an IMAP server", true, e);
        } catch (IOException e) {
            throw link.abortAndGetFailure(e);
        }
    }

    public static ImapWire open(MailLink link, Account account) throws MailFailure {
        ImapWire wire = connect(link);
        wire.login(account);
        return wire;
    }

    /** Queries the names that the server gives the folders of its accounts. */
    private FolderNames queryFolderNames() throws MailFailure {
        Namespaces[] namespaces = new Namespaces[1];
        if (offers(Capability.NAMESPACE)) {
            listen(response -> {
                if (response.keyEquals("NAMESPACE")) {
                    namespaces[0] = new Namespaces(response);
                }
            });
            run("NAMESPACE", null);
        }
        FolderNames usual = new FolderNames(namespaces[0], "");
        List<String> others = new ArrayList<>();
        if (offers(Capability.SPECIAL_USE) && offers(Capability.LIST_EXTENDED)) {
            listen(response -> {
                if (response.keyEquals("LIST")) {
                    ListInfo folder = new ListInfo(response);
                    boolean isUsual = usual.decoded(folder.name).equals(Optional.of(FolderNames.SENT));
                    if (isUsual || List.of(folder.attrs).contains("\\Sent")) {
                        others.add(isUsual ? "" : folder.name);
                    }
                }
            });
            run("LIST \"\" \"*\" RETURN (SPECIAL-USE)", null);
        }
        return others.size() == 1 ? usual.withSent(others.getFirst()) : usual;
    }

    public FolderNames names() {
        return Objects.requireNonNull(names);
    }

    public Argument name(String folder) {
        return new Argument().writeString(names().encoded(folder));
    }

    private void secure() throws MailFailure, ProtocolException {
        if (!offers(Capability.STARTTLS)) {
            link.abort();
            throw new MailFailure(MailError.TLS, link.endpoint() + " does not offer STARTTLS", true);
        }
        startTLS();
        // Capabilities sent without TLS may come from an attacker.
        capabilities = null;
        capability();
    }

    /** Signs in, with the first response in the first command if the server accepts it. */
    public void login(Account account) throws MailFailure {
        Response answer;
        Set<Capability> before = capabilities;
        capabilities = null;
        if (before != null && before.contains(Capability.AUTH_PLAIN) && before.contains(Capability.SASL_IR)) {
            String plain = "\0" + account.login() + "\0" + account.password();
            answer = execute(
                    "AUTHENTICATE PLAIN " + Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8)),
                    null);
        } else {
            answer = execute(
                    "LOGIN",
                    new Argument()
                            .writeString(account.login(), StandardCharsets.UTF_8)
                            .writeString(account.password(), StandardCharsets.UTF_8));
        }
        if (!answer.isOK()) {
            link.abort();
            throw ImapAnswers.signInFailure(answer, account.password(), link);
        }
        setCapabilities(answer);
        if (capabilities == null) {
            // The capabilities may differ after signing in.
            run("CAPABILITY", null);
        }
        MailSockets sockets = link.sockets();
        FolderNames known = sockets.folderNames();
        if (known == null) {
            known = queryFolderNames();
            sockets.folderNames(known);
        }
        names = known;
    }

    /**
     * Sends one command that must succeed, in one round trip. Untagged answers go to the target
     * of {@link #listen}.
     */
    public void run(String command, @Nullable Argument arguments) throws MailFailure {
        require(command, execute(command, arguments));
    }

    /** Opens a folder by {@code SELECT} or {@code EXAMINE}. */
    public Opened open(String command, Argument folder) throws MailFailure {
        Opened answers = new Opened();
        opened = answers;
        run(command, folder);
        return answers;
    }

    private void require(String command, Response answer) throws MailFailure {
        if (!answer.isOK()) {
            if (answer.isBYE()) {
                link.abort();
            }
            throw ImapAnswers.failure(command, answer);
        }
    }

    /**
     * Sends commands of one kind; at most {@code outstanding} of them wait for an answer. All are sent even if one is
     * refused; the refusal is reported at the end.
     */
    public void runAll(String command, List<Argument> all, int outstanding) throws MailFailure {
        Response[] refused = new Response[1];
        exchange(() -> {
            Deque<String> tags = new ArrayDeque<>();
            for (Argument arguments : all) {
                try {
                    tags.add(writeCommand(command, arguments));
                } catch (LiteralException e) {
                    refused[0] = e.getResponse();
                }
                if (tags.size() >= outstanding) {
                    readAnswers(tags, refused);
                }
            }
            readAnswers(tags, refused);
            return tags;
        });
        if (refused[0] != null) {
            require(command, refused[0]);
        }
    }

    private void readAnswers(Deque<String> tags, Response[] refused) throws IOException, ProtocolException {
        while (!tags.isEmpty()) {
            Response answer = tagged(tags.remove());
            if (!answer.isOK() && refused[0] == null) {
                refused[0] = answer;
            }
            if (answer.isBYE()) {
                tags.clear();
            }
        }
    }

    /** The commands and answers between two states of the connection. */
    @FunctionalInterface
    private interface Exchange<T> {
        T run() throws IOException, ProtocolException, MailFailure;
    }

    /** Runs an exchange, and ends the connection when it fails. */
    private <T> T exchange(Exchange<T> exchange) throws MailFailure {
        try {
            return exchange.run();
        } catch (ProtocolException | RuntimeException e) {
            throw protocolFailure(e);
        } catch (IOException e) {
            throw link.abortAndGetFailure(e);
        }
    }

    /** Sends one command; its answer is tagged, or is a {@code BYE}. */
    private Response execute(String command, @Nullable Argument arguments) throws MailFailure {
        return exchange(() -> {
            try {
                return tagged(writeCommand(command, arguments));
            } catch (LiteralException e) {
                return e.getResponse();
            }
        });
    }

    private Response tagged(String tag) throws IOException, ProtocolException {
        while (true) {
            Response response = readResponse();
            if (response.isBYE()) {
                return response;
            }
            if (response.isTagged()) {
                if (!tag.equals(response.getTag())) {
                    throw new ProtocolException("an answer to " + response.getTag() + " instead of one to " + tag);
                }
                return response;
            }
        }
    }

    /** Begins {@code IDLE}; returns the tag of the command once the server has accepted it. */
    String beginIdle() throws MailFailure {
        return exchange(() -> {
            String tag = writeCommand("IDLE", null);
            Response response = readResponse();
            while (!response.isContinuation()) {
                if (response.isTagged() || response.isBYE()) {
                    throw ImapAnswers.failure("IDLE", response);
                }
                response = readResponse();
            }
            return tag;
        });
    }

    /** Waits for an answer from the server; returns false when the link's read time-out has passed. */
    boolean awaitNotification() throws MailFailure {
        return exchange(() -> {
            try {
                Response response = readResponse();
                if (response.isBYE() || response.isTagged()) {
                    link.abort();
                    throw ImapAnswers.failure("IDLE", response);
                }
                return true;
            } catch (SocketTimeoutException e) {
                return false;
            }
        });
    }

    void endIdle(String tag) throws MailFailure {
        Response answer = exchange(() -> {
            OutputStream out = getOutputStream();
            out.write(DONE);
            out.flush();
            return tagged(tag);
        });
        if (!answer.isOK()) {
            throw ImapAnswers.failure("DONE", answer);
        }
    }

    private MailFailure protocolFailure(Exception e) {
        link.abort();
        return new MailFailure(MailError.PROTOCOL, "an answer that cannot be read: " + e.getMessage(), true, e);
    }

    /** Sends untagged answers to this listener from now on. */
    public void listen(Untagged listener) {
        untagged = listener;
    }

    public boolean offers(Capability capability) {
        return capabilities != null && capabilities.contains(capability);
    }

    @Override
    public Response readResponse() throws IOException, ProtocolException {
        IMAPResponse response = new IMAPResponse(this);
        if (response.isUnTagged() && !response.isBYE()) {
            if (response.keyEquals("CAPABILITY")) {
                capabilities = Capability.read(response.getRest());
            } else if (response.isOK() && opened != null) {
                opened.readCode(response.getRest());
            } else if (untagged != null) {
                untagged.accept(response);
            }
        }
        return response;
    }

    /** Called by the superclass constructor, with the text of a greeting or the answer to a sign-in. */
    @Override
    protected void setCapabilities(Response response) {
        String rest = response.getRest();
        if (rest.regionMatches(true, 0, "[CAPABILITY ", 0, "[CAPABILITY ".length())) {
            capabilities = Capability.read(rest.substring("[CAPABILITY ".length()));
        }
    }

    /** Called by the superclass constructor after any greeting. */
    @Override
    public void capability() throws ProtocolException {
        if (capabilities == null) {
            Response[] answers = command("CAPABILITY", null);
            handleResult(answers[answers.length - 1]);
        }
    }

    @Override
    public boolean hasCapability(String word) {
        Capability capability = Capability.ofName(word);
        return capability != null && offers(capability);
    }
}
