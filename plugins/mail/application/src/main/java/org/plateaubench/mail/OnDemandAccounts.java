// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import com.icegreen.greenmail.imap.ImapHostManager;
import com.icegreen.greenmail.mail.MovingMessage;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.user.UserImpl;
import com.icegreen.greenmail.user.UserManager;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The accounts: every name of the domain becomes one at its first sign-in or first mail. Thread-safe. */
final class OnDemandAccounts extends UserManager {
    private static final int MAX_NAME = 64;

    private final String domain;
    private final String password;
    private final ImapHostManager mailboxes;
    private final Map<String, GreenMailUser> users = new ConcurrentHashMap<>();

    OnDemandAccounts(ImapHostManager mailboxes, String domain, String password) {
        super(mailboxes);
        this.mailboxes = mailboxes;
        this.domain = "@" + domain;
        this.password = password;
    }

    /** Returns the name within the domain; null for any other name. */
    private @Nullable String localName(String loginOrAddress) {
        String name = loginOrAddress.strip().toLowerCase(Locale.ROOT);
        if (name.endsWith(domain)) {
            name = name.substring(0, name.length() - domain.length());
        }
        return name.isEmpty() || name.length() > MAX_NAME || name.indexOf('@') >= 0 ? null : name;
    }

    boolean accepts(String address) {
        return address.toLowerCase(Locale.ROOT).endsWith(domain) && localName(address) != null;
    }

    private @Nullable GreenMailUser account(String loginOrAddress) {
        String name = localName(loginOrAddress);
        if (name == null) {
            return null;
        }
        GreenMailUser known = users.get(name);
        return known != null ? known : create(name);
    }

    /**
     * Returns the account, created if needed. Synchronised because GreenMail checks for a mailbox and creates it in two
     * steps.
     */
    private synchronized GreenMailUser create(String name) {
        GreenMailUser user = users.get(name);
        if (user == null) {
            user = new User(name + domain, name, password, mailboxes);
            user.create();
            users.put(name, user);
        }
        return user;
    }

    static String mailboxName(String login) {
        // In hexadecimal digits, since dots separate a mailbox from its parent.
        return "u" + HexFormat.of().formatHex(login.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean test(String userId, String given) {
        boolean passwordMatches = MessageDigest.isEqual(
                password.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
        return passwordMatches && account(userId) != null;
    }

    @Override
    public @Nullable GreenMailUser getUser(String login) {
        return account(login);
    }

    @Override
    public @Nullable GreenMailUser getUserByEmail(String email) {
        return accepts(email) ? account(email) : null;
    }

    /**
     * An account whose mailboxes are stored under its own name: GreenMail uses a hash of it, which two accounts may
     * share. Messages are delivered to it one at a time: GreenMail numbers a message before it adds it to the folder,
     * so that two simultaneous messages could be added in the wrong order.
     */
    private static final class User extends UserImpl {
        private final String mailboxName;

        User(String email, String login, String password, ImapHostManager mailboxes) {
            super(email, login, password, mailboxes);
            mailboxName = mailboxName(login);
        }

        @Override
        public synchronized void deliver(MovingMessage message) {
            super.deliver(message);
        }

        @Override
        public synchronized void deliver(MimeMessage message) {
            super.deliver(message);
        }

        @Override
        public String getQualifiedMailboxName() {
            return mailboxName;
        }
    }
}
