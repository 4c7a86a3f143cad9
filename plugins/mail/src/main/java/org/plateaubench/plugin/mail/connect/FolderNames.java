// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.util.Optional;
import org.eclipse.angus.mail.imap.protocol.BASE64MailboxEncoder;
import org.eclipse.angus.mail.imap.protocol.Namespaces;
import org.jspecify.annotations.Nullable;

/**
 * The names that a server gives the folders of its accounts. Personal folders may be below a prefix (RFC 2342), the
 * server may name another folder for sent mail (RFC 6154), and names are sent in modified UTF-7 (RFC 3501, 5.1.3).
 * Immutable.
 *
 * @param namespaces null when the server reports none, and all folders belong to the account
 * @param sent name of the folder for sent mail on the server; empty for the usual one
 */
public record FolderNames(@Nullable Namespaces namespaces, String sent) {
    public static final String INBOX = "INBOX";

    public static final String SENT = "Sent";

    /** Prefix of our name of a folder that is not below the server's prefix, or whose name there would be ambiguous. */
    private static final String LITERAL = "=";

    /** Returns these names with the folder for sent mail that a server names. */
    public FolderNames withSent(String named) {
        return new FolderNames(namespaces, named);
    }

    private String prefix() {
        return namespaces == null || namespaces.personal == null || namespaces.personal.length == 0
                ? ""
                : namespaces.personal[0].prefix;
    }

    /** Returns the name of a folder as it is sent to the server. */
    public String encoded(String folder) {
        String name = prefix() + folder;
        if (folder.equals(INBOX)) {
            name = INBOX;
        } else if (folder.equals(SENT) && !sent.isEmpty()) {
            name = sent;
        } else if (folder.startsWith(LITERAL)) {
            name = folder.substring(LITERAL.length());
        }
        return BASE64MailboxEncoder.encode(name);
    }

    /**
     * Returns our name of a folder that a server lists; empty if it does not belong to the account: a server may also
     * list folders of other users and shared folders.
     */
    public Optional<String> decoded(String name) {
        if (name.equalsIgnoreCase(INBOX)) {
            return Optional.of(INBOX);
        }
        if (namespaces != null) {
            int foreign = Math.max(longest(namespaces.otherUsers, name), longest(namespaces.shared, name));
            if (foreign >= 0 && longest(namespaces.personal, name) < foreign) {
                return Optional.empty();
            }
        }
        if (name.equals(sent)) {
            return Optional.of(SENT);
        }
        String below = name.startsWith(prefix()) ? name.substring(prefix().length()) : "";
        return Optional.of(below.isEmpty() || (below.equals(SENT) && !sent.isEmpty()) ? LITERAL + name : below);
    }

    /** Returns the length of the longest prefix that a folder has; -1 without one. */
    private static int longest(Namespaces.Namespace @Nullable [] namespaces, String folder) {
        int longest = -1;
        for (Namespaces.Namespace namespace : namespaces == null ? new Namespaces.Namespace[0] : namespaces) {
            // The parent folder of a prefix is listed without the separator.
            if (folder.startsWith(namespace.prefix) || (folder + namespace.delimiter).equals(namespace.prefix)) {
                longest = Math.max(longest, namespace.prefix.length());
            }
        }
        return longest;
    }
}
