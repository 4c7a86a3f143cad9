// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail;

import com.icegreen.greenmail.imap.ImapHostManager;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.user.UserManager;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The accounts: every name of the domain becomes one at its first sign-in or first mail. Any thread. */
final class OnDemandAccounts extends UserManager {
    private static final int NAME_AT_MOST = 64;

    private final String domain;
    private final String password;
    private final ImapHostManager mailboxes;
    private final Map<String, GreenMailUser> users = new ConcurrentHashMap<>();

    OnDemandAccounts(ImapHostManager mailboxes, String domain, String password) {
        super(mailboxes);
        this.mailboxes = mailboxes;
        this.domain = "@" + domain.toLowerCase(Locale.ROOT);
        this.password = password;
    }

    /** Returns the name within the domain; null for any other name. */
    private @Nullable String local(String loginOrAddress) {
        String name = loginOrAddress.strip().toLowerCase(Locale.ROOT);
        if (name.endsWith(domain)) {
            name = name.substring(0, name.length() - domain.length());
        }
        return name.isEmpty() || name.length() > NAME_AT_MOST || name.indexOf('@') >= 0 ? null : name;
    }

    /** Returns whether mail for an address is accepted. */
    boolean takes(String address) {
        return address.toLowerCase(Locale.ROOT).endsWith(domain) && local(address) != null;
    }

    private @Nullable GreenMailUser account(String loginOrAddress) {
        String name = local(loginOrAddress);
        if (name == null) {
            return null;
        }
        GreenMailUser known = users.get(name);
        return known != null ? known : made(name);
    }

    /**
     * Returns the account, created if needed. Synchronised because GreenMail checks for a mailbox and creates it in two
     * steps.
     */
    private synchronized GreenMailUser made(String name) {
        GreenMailUser user = users.get(name);
        if (user == null) {
            user = new OnDemandUser(name + domain, name, password, mailboxes);
            user.create();
            users.put(name, user);
        }
        return user;
    }

    @Override
    public boolean test(String userId, String given) {
        boolean right = MessageDigest.isEqual(
                password.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
        return right && account(userId) != null;
    }

    @Override
    public @Nullable GreenMailUser getUser(String login) {
        return account(login);
    }

    @Override
    public @Nullable GreenMailUser getUserByEmail(String email) {
        return takes(email) ? account(email) : null;
    }

    @Override
    public boolean hasUser(String userId) {
        String name = local(userId);
        return name != null && users.containsKey(name);
    }

    @Override
    public Collection<GreenMailUser> listUser() {
        return Collections.unmodifiableCollection(users.values());
    }

    @Override
    public Stream<GreenMailUser> findUsers(Predicate<GreenMailUser> predicate) {
        return users.values().stream().filter(predicate);
    }

    @Override
    public GreenMailUser createUser(String email, String login, String unused) {
        GreenMailUser user = account(email);
        if (user == null) {
            throw new IllegalArgumentException("no address of this site: " + email);
        }
        return user;
    }

    @Override
    public void deleteUser(GreenMailUser user) {
        users.remove(user.getLogin());
        user.delete();
    }
}
