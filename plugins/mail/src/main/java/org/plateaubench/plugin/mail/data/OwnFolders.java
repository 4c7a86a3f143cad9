// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import org.eclipse.angus.mail.imap.protocol.Namespaces;
import org.jspecify.annotations.Nullable;

/**
 * Shows which listed folders belong to an account. A server may also list folders of other users and shared folders
 * (RFC 2342), whose content is neither Plateau's nor the account's.
 *
 * @param namespaces null when the server reports none, and all folders belong to the account
 */
record OwnFolders(@Nullable Namespaces namespaces) {
    /** Returns whether a folder belongs to the account. */
    boolean contains(String folder) {
        if (namespaces == null || folder.equalsIgnoreCase(Folders.INBOX)) {
            return true;
        }
        int foreign = Math.max(longest(namespaces.otherUsers, folder), longest(namespaces.shared, folder));
        return foreign < 0 || longest(namespaces.personal, folder) >= foreign;
    }

    /** Returns the length of the longest prefix that a folder has; -1 without one. */
    private static int longest(Namespaces.Namespace @Nullable [] some, String folder) {
        int longest = -1;
        if (some != null) {
            for (Namespaces.Namespace namespace : some) {
                // The parent folder of a prefix is listed without the separator.
                if (folder.startsWith(namespace.prefix) || (folder + namespace.delimiter).equals(namespace.prefix)) {
                    longest = Math.max(longest, namespace.prefix.length());
                }
            }
        }
        return longest;
    }
}
