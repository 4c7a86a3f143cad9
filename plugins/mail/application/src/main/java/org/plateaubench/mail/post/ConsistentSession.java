// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.post;

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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session that stays consistent when other sessions change its open folder. GreenMail's own reads the changes in
 * three steps; a change between two of them ends the connection with "Need to do this properly".
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
        // No initial value here, since other sessions may change the folder during the superclass constructor.
        private @Nullable List<FlagChange> flagChanges;

        private record FlagChange(
                int number, Flags flags, @Nullable Long uid) {}

        HeldFolder(MailFolder folder, ImapSession session, boolean readOnly) {
            super(folder, session, readOnly);
        }

        @Override
        public synchronized void expunged(int number) {
            super.expunged(number);
        }

        @Override
        public synchronized void added(int number) {
            super.added(number);
        }

        @Override
        public synchronized void flagsUpdated(int number, Flags flags, @Nullable Long uid) {
            List<FlagChange> changes = flagChanges == null ? new ArrayList<>() : flagChanges;
            changes.add(new FlagChange(number, flags, uid));
            flagChanges = changes;
        }

        synchronized void tell(ImapResponse response, boolean omitExpunged) throws FolderException {
            if (isSizeChanged()) {
                response.existsResponse(getMessageCount());
                response.recentResponse(getRecentCount(true));
                setSizeChanged(false);
            }
            if (flagChanges != null) {
                for (FlagChange change : flagChanges) {
                    String uid = change.uid() == null ? "" : " UID " + change.uid();
                    response.fetchResponse(change.number(), "FLAGS " + MessageFlags.format(change.flags()) + uid);
                }
                flagChanges = null;
            }
            if (!omitExpunged) {
                for (int number : getExpunged()) {
                    response.expungeResponse(number);
                }
            }
        }
    }

    @Override
    public void unsolicitedResponses(ImapResponse response) throws FolderException {
        unsolicitedResponses(response, false);
    }

    @Override
    public void unsolicitedResponses(ImapResponse response, boolean omitExpunged) throws FolderException {
        HeldFolder folder = selected;
        if (folder != null) {
            folder.tell(response, omitExpunged);
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
