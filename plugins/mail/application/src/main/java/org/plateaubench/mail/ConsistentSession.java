// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import com.icegreen.greenmail.imap.ImapHandler;
import com.icegreen.greenmail.imap.ImapHostManager;
import com.icegreen.greenmail.imap.ImapResponse;
import com.icegreen.greenmail.imap.ImapSession;
import com.icegreen.greenmail.imap.ImapSessionFolder;
import com.icegreen.greenmail.imap.ImapSessionState;
import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.store.MailFolder;
import com.icegreen.greenmail.store.MessageFlags;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.user.UserManager;
import jakarta.mail.Flags;
import java.util.ArrayDeque;
import java.util.ConcurrentModificationException;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A session that stays consistent when other sessions change its open folder. GreenMail's own session reads the changes
 * in three steps: a change between two of them ends the connection with "Need to do this properly", and if one message
 * arrives while another is removed, it reports the lower number of messages before it reports the removal.
 */
final class ConsistentSession implements ImapSession {
    private final ImapHostManager hosts;
    private final UserManager users;
    private final ImapHandler handler;
    private final String clientAddress;
    private ImapSessionState state = ImapSessionState.NON_AUTHENTICATED;
    private @Nullable GreenMailUser user;
    private @Nullable HeldFolder selected;

    ConsistentSession(ImapHostManager hosts, UserManager users, ImapHandler handler, String clientAddress) {
        this.hosts = hosts;
        this.users = users;
        this.handler = handler;
        this.clientAddress = clientAddress;
    }

    /** A folder that holds back changes by other sessions while earlier ones are sent to the client. */
    private static final class HeldFolder extends ImapSessionFolder {
        // Without an initial value, since other sessions may change the folder during the superclass constructor.
        private @Nullable Deque<Change> changes;
        /** Used by the thread of the session alone, like the methods that report. */
        private int reportedMessages;

        HeldFolder(MailFolder folder, ImapSession session, boolean readOnly) {
            super(folder, session, readOnly);
            reportedMessages = folder.getMessageCount();
        }

        private synchronized Deque<Change> changes() {
            Deque<Change> held = changes == null ? new ArrayDeque<>() : changes;
            changes = held;
            return held;
        }

        @Override
        public synchronized void expunged(int number) {
            changes().add(new Change(number, null, null));
        }

        @Override
        public void added(int number) {
            // The number of messages is reported with the next response.
        }

        @Override
        public synchronized void flagsUpdated(int number, Flags flags, @Nullable Long uid) {
            changes().add(new Change(number, flags, uid));
        }

        /**
         * Reports the changes in order, since the message numbers of each follow from the changes before it. The lock
         * of the changes is not held meanwhile: a session that expunges acquires it while it holds those of the
         * messages.
         */
        void report(ImapResponse response, boolean omitExpunged) throws FolderException {
            for (Change next = next(omitExpunged); next != null; next = next(omitExpunged)) {
                report(response, next);
            }
            reportCount(response);
        }

        private synchronized @Nullable Change next(boolean omitExpunged) {
            Change first = changes().peekFirst();
            return first == null || (omitExpunged && first.flags() == null)
                    ? null
                    : changes().removeFirst();
        }

        private synchronized boolean isUpToDate() {
            return changes().isEmpty();
        }

        private void report(ImapResponse response, Change change) {
            if (change.flags() == null) {
                response.expungeResponse(change.number());
                reportedMessages--;
            } else {
                String uid = change.uid() == null ? "" : " UID " + change.uid();
                response.fetchResponse(change.number(), "FLAGS " + MessageFlags.format(change.flags()) + uid);
            }
        }

        /** Counts again if another session changed the messages meanwhile: GreenMail counts without their lock. */
        @Override
        public int getRecentCount(boolean reset) {
            while (true) {
                try {
                    return super.getRecentCount(reset);
                } catch (ConcurrentModificationException e) {
                    Thread.onSpinWait();
                }
            }
        }

        /** The number decreases only by an EXPUNGE; see RFC 3501, section 7.3.1. */
        private void reportCount(ImapResponse response) {
            int count = getMessageCount();
            if (count > reportedMessages && isUpToDate()) {
                reportedMessages = count;
                response.existsResponse(count);
                response.recentResponse(getRecentCount(true));
            }
        }
    }

    /** New flags of a message, or none when it was removed. */
    private record Change(
            int number, @Nullable Flags flags, @Nullable Long uid) {}

    @Override
    public void unsolicitedResponses(ImapResponse response) throws FolderException {
        unsolicitedResponses(response, false);
    }

    @Override
    public void unsolicitedResponses(ImapResponse response, boolean omitExpunged) throws FolderException {
        HeldFolder folder = selected;
        if (folder != null) {
            folder.report(response, omitExpunged);
        }
    }

    @Override
    public void closeConnection(String bye) {
        handler.forceConnectionClose(bye);
    }

    @Override
    public void closeConnection() {
        handler.close();
    }

    @Override
    public ImapHostManager getHost() {
        return hosts;
    }

    @Override
    public UserManager getUserManager() {
        return users;
    }

    @Override
    public String getClientIP() {
        return clientAddress;
    }

    @Override
    public ImapSessionState getState() {
        return state;
    }

    @Override
    public void setAuthenticated(GreenMailUser authenticated) {
        state = ImapSessionState.AUTHENTICATED;
        user = authenticated;
    }

    @Override
    public @Nullable GreenMailUser getUser() {
        return user;
    }

    @Override
    public void setSelected(MailFolder folder, boolean readOnly) {
        selected = new HeldFolder(folder, this, readOnly);
        state = ImapSessionState.SELECTED;
    }

    @Override
    public void deselect() {
        state = ImapSessionState.AUTHENTICATED;
        HeldFolder folder = selected;
        if (folder != null) {
            folder.deselect();
            selected = null;
        }
    }

    @Override
    public @Nullable ImapSessionFolder getSelected() {
        return selected;
    }
}
