// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.mail.DraftFactory.ActionPurpose;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.connect.MailLink;
import org.plateaubench.plugin.mail.connect.MailSite.Account;
import org.plateaubench.plugin.mail.content.Digests;
import org.plateaubench.plugin.mail.content.Headers;
import org.plateaubench.plugin.mail.content.Original;
import org.plateaubench.plugin.mail.content.Vocabulary;
import org.plateaubench.plugin.mail.data.Folders;
import org.plateaubench.plugin.mail.model.CopyIdentity;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.protocol.Capability;
import org.plateaubench.plugin.mail.protocol.Flag;
import org.plateaubench.plugin.mail.protocol.ImapConnection;
import org.plateaubench.plugin.mail.protocol.ImapConnection.FolderState;
import org.plateaubench.plugin.mail.protocol.Mailbox;

/**
 * The mailbox of one user: signed in, with the inbox open, and the actions on its messages. An action returns false
 * when there is no message for it. Not thread-safe, except for {@link #abort}.
 */
final class UserMailbox {
    /** Maximum number of messages that a user remembers; older ones are left unchanged. */
    private static final int MAX_KNOWN = 500;
    /** Longest message in bytes that is kept for an answer, since thousands of users keep one message each. */
    private static final int MAX_ORIGINAL_BYTES = 16 * 1024;

    /** Maximum number of subjects of messages read that a user remembers, for judging searches. */
    private static final int MAX_SUBJECTS = 8;

    private static final double HEADER_SEARCHES = 60 / 85.0;
    private static final double DATE_SEARCHES = 75 / 85.0;
    private static final int MAX_AGE_DAYS = 30;
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d-MMM-yyyy", Locale.ROOT);

    private final MailSession session;
    private final Account account;
    private final AgentCounters agentCounters;
    private final Mailbox inbox;
    private volatile @Nullable MailLink link;
    private @Nullable ImapConnection connection;
    private @Nullable Original original;
    private long originalUid;
    /** Messages from this UID on have arrived since the user first connected; 0 before. */
    private long newFrom;

    private final LocalDate startDay = LocalDate.now(ZoneOffset.UTC);
    private final Map<Long, String> subjects = new LinkedHashMap<>();

    UserMailbox(MailSession session, Account account) {
        this.session = session;
        this.account = account;
        this.agentCounters = session.agentCounters();
        this.inbox = new Mailbox(Folders.INBOX, MAX_KNOWN, session.tokens()::isOfThisRun);
    }

    /** Connects, signs in, opens the inbox; an earlier connection is closed. */
    void connect() throws MailFailure {
        connection = null;
        abort();
        MailLink newLink = MailLink.imap(session.sockets(), agentCounters);
        link = newLink;
        ImapConnection opened = ImapConnection.open(newLink, account, agentCounters);
        agentCounters.add(MailMeasure.IMAP_SESSIONS, 1);
        opened.select(inbox);
        newFrom = newFrom == 0 ? inbox.lastUid() + 1 : newFrom;
        connection = opened;
    }

    /** Closes the connection immediately. May be called by any thread. */
    void abort() {
        MailLink current = link;
        if (current != null) {
            current.abort();
        }
    }

    void close() throws MailFailure {
        try {
            ImapConnection open = connection;
            if (open != null && !open.link().isAborted()) {
                open.logout();
            }
        } finally {
            connection = null;
            abort();
        }
    }

    boolean isConnected() {
        ImapConnection open = connection;
        return open != null && !open.link().isAborted();
    }

    private ImapConnection connection() throws MailFailure {
        ImapConnection open = connection;
        if (open == null) {
            throw new MailFailure(MailError.CONNECTION, "there is no connection to the mailbox", true);
        }
        return open;
    }

    @Nullable
    Original original() {
        return original;
    }

    /** Fetches the headers of new messages, which are known from then on. */
    void check() throws MailFailure {
        connection().check();
    }

    boolean read(Draws draws) throws MailFailure {
        int index = newestUnseenMessage(draws);
        if (index < 0) {
            return false;
        }
        long uid = inbox.uid(index);
        boolean checked = isChecked(draws);
        boolean hasToken = inbox.hasToken(index);
        int token = inbox.tokenHash(index);
        ImapConnection.Body body = connection()
                .read(uid, message -> (!hasToken || hasHash(message, token)) && (!checked || isCorrect(message)));
        agentCounters.add(MailMeasure.ANSWERS_CHECKED, checked ? 1 : 0);
        if (body.sizeBytes() <= MAX_ORIGINAL_BYTES) {
            original = Original.of(body.bytes());
            originalUid = uid;
        }
        subjects.put(uid, String.valueOf(body.header("Subject")));
        if (subjects.size() > MAX_SUBJECTS) {
            subjects.remove(subjects.keySet().iterator().next());
        }
        return true;
    }

    private static boolean hasHash(ImapConnection.Body message, int token) {
        String found = message.header(Headers.TOKEN);
        return found != null && CopyIdentity.hash(found) == token;
    }

    /** Returns whether a message has the digest of its content; only messages written by a server have no digest. */
    private static boolean isCorrect(ImapConnection.Body message) {
        return switch (Digests.check(message.bytes())) {
            case MATCHES -> true;
            case DIFFERS -> false;
            case ABSENT -> message.header("Auto-Submitted") != null;
        };
    }

    private boolean isChecked(Draws draws) {
        return draws.chance(ActionPurpose.CHECKED, 0, session.parameters().checkedShare() / 100);
    }

    boolean delete(Draws draws) throws MailFailure {
        int index = seenMessage(draws);
        if (index < 0) {
            return false;
        }
        boolean hasToken = inbox.hasToken(index);
        int token = inbox.tokenHash(index);
        try {
            connection().delete(inbox.uid(index));
        } catch (MailFailure e) {
            countIfUncertain(hasToken && !e.leftNoEffect(), token);
            throw e;
        }
        if (hasToken) {
            agentCounters.removed(account.number(), token);
            agentCounters.add(MailMeasure.COPIES_DELETED, 1);
        }
        return true;
    }

    boolean move(Draws draws) throws MailFailure {
        int index = seenMessage(draws);
        if (index < 0) {
            return false;
        }
        boolean hasToken = inbox.hasToken(index);
        int token = inbox.tokenHash(index);
        String folder = Folders.archive(draws.between(ActionPurpose.FOLDER, 0, 0, Fill.ARCHIVE_FOLDERS - 1));
        try {
            connection().move(inbox.uid(index), folder);
        } catch (MailFailure e) {
            boolean untouched = e.leftNoEffect() && connection().offers(Capability.MOVE);
            countIfUncertain(hasToken && !untouched, token);
            throw e;
        }
        return true;
    }

    private void countIfUncertain(boolean isUncertain, int token) {
        if (isUncertain) {
            agentCounters.removed(account.number(), token);
            agentCounters.add(MailMeasure.REMOVALS_UNCERTAIN, 1);
        }
    }

    boolean flag(Draws draws) throws MailFailure {
        if (inbox.knownCount() == 0) {
            return false;
        }
        int index = anyMessage(draws);
        long uid = inbox.uid(index);
        boolean isSet = !Flag.FLAGGED.in(inbox.flags(index));
        connection().store(uid, Flag.FLAGGED, isSet);
        if (isChecked(draws)) {
            connection().readBack(uid, Flag.FLAGGED, isSet);
            agentCounters.add(MailMeasure.ANSWERS_CHECKED, 1);
        }
        return true;
    }

    void search(Draws draws) throws MailFailure {
        double drawn = draws.uniform(ActionPurpose.SEARCH, 0);
        if (drawn < HEADER_SEARCHES) {
            String word = Vocabulary.subjectSearchWord(draws);
            searchText("HEADER Subject " + word, index -> hasWord(subjects.get(inbox.uid(index)), word));
        } else if (drawn < DATE_SEARCHES) {
            LocalDate today = LocalDate.now(ZoneOffset.UTC);
            LocalDate since = today.minusDays(draws.between(ActionPurpose.SEARCH, 1, 0, MAX_AGE_DAYS));
            // The server uses the day in its own zone. Only the dates of messages that arrived since are known.
            boolean isBefore = since.isBefore(startDay.minusDays(1));
            connection().search("SINCE " + DAY.format(since), index -> isBefore && inbox.uid(index) >= newFrom, false);
        } else if (draws.chance(ActionPurpose.SEARCH, 2, 0.5)) {
            connection().search("UNSEEN", index -> !Flag.SEEN.in(inbox.flags(index)), true);
        } else {
            connection().search("FLAGGED", index -> Flag.FLAGGED.in(inbox.flags(index)), true);
        }
    }

    /** Searches for a word, and counts searches and those without a result. */
    private void searchText(String criteria, IntPredicate expected) throws MailFailure {
        int found = connection().search(criteria, expected, false);
        agentCounters.add(MailMeasure.TEXT_SEARCHES, 1);
        agentCounters.add(MailMeasure.EMPTY_TEXT_SEARCHES, found == 0 ? 1 : 0);
    }

    /** Returns whether a text has a word: servers with an index of words find no parts of words. */
    private static boolean hasWord(@Nullable String text, String word) {
        return text != null
                && Arrays.asList(text.toLowerCase(Locale.ROOT).split("[^a-z]+", -1))
                        .contains(word);
    }

    void searchBody(Draws draws) throws MailFailure {
        String word = Vocabulary.bodySearchWord(draws);
        Original read = original;
        boolean isFound = read != null && hasWord(read.plainText(), word);
        searchText("BODY " + word, index -> isFound && inbox.uid(index) == originalUid);
    }

    void folders() throws MailFailure {
        // The number is read first, since more messages may arrive before the last answer.
        int inInbox = inbox.exists();
        Map<String, FolderState> listed = connection().folders();
        for (String folder : Folders.filled()) {
            FolderState state = listed.get(folder);
            int known = folder.equals(Folders.INBOX) ? inInbox : 0;
            if (state == null || state.messages() < known) {
                throw new MailFailure(
                        MailError.WRONG_ANSWER,
                        "the folder " + folder + " has "
                                + (state == null ? "no status" : state.messages() + " messages") + " and must have "
                                + known,
                        false);
            }
        }
    }

    void keepSent(byte[] message) throws MailFailure {
        try {
            connection().append(Folders.SENT, message, Flag.SEEN);
        } catch (MailFailure e) {
            agentCounters.add(MailMeasure.SENT_UNCERTAIN, e.leftNoEffect() ? 0 : 1);
            throw e;
        }
        agentCounters.add(MailMeasure.SENT_KEPT, 1);
    }

    void relogon() throws MailFailure {
        connection().logout();
        try {
            connect();
        } catch (MailFailure e) {
            throw e.withConnectionLost(true);
        }
        connection().fetchAnnounced();
    }

    private int anyMessage(Draws draws) {
        return draws.between(ActionPurpose.MESSAGE, 0, 0, inbox.knownCount() - 1);
    }

    private int newestUnseenMessage(Draws draws) {
        for (int index = inbox.knownCount() - 1; index >= 0; index--) {
            if (!Flag.SEEN.in(inbox.flags(index))) {
                return index;
            }
        }
        return inbox.knownCount() == 0 ? -1 : anyMessage(draws);
    }

    /** Returns the first message with the flag Seen, beginning at a drawn one; the drawn one if there is none. */
    private int seenMessage(Draws draws) {
        int known = inbox.knownCount();
        if (known == 0) {
            return -1;
        }
        int drawn = anyMessage(draws);
        for (int i = 0; i < known; i++) {
            int index = (drawn + i) % known;
            if (Flag.SEEN.in(inbox.flags(index))) {
                return index;
            }
        }
        return drawn;
    }
}
