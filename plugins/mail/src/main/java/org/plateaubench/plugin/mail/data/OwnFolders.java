// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

import org.eclipse.angus.mail.imap.protocol.Namespaces;
import org.jspecify.annotations.Nullable;

/**
 * Which folders that a server lists are an account's own. Those of other users and those that users share (RFC 2342) may
 * be listed among them, and hold what is neither ours nor the account's.
 *
 * @param namespaces null where the server tells of none, and all folders are the account's
 */
record OwnFolders(@Nullable Namespaces namespaces) {
    /** Whether a folder is the account's own. */
    boolean contains(String folder) {
        if (namespaces == null || folder.equalsIgnoreCase(Folders.INBOX)) {
            return true;
        }
        int foreign = Math.max(longest(namespaces.otherUsers, folder), longest(namespaces.shared, folder));
        return foreign < 0 || longest(namespaces.personal, folder) >= foreign;
    }

    /** Length of the longest prefix that a folder has; -1 where it has none of them. */
    private static int longest(Namespaces.Namespace @Nullable [] some, String folder) {
        int longest = -1;
        if (some != null) {
            for (Namespaces.Namespace namespace : some) {
                // The folder above those of a prefix is listed without the separator.
                if (folder.startsWith(namespace.prefix) || (folder + namespace.delimiter).equals(namespace.prefix)) {
                    longest = Math.max(longest, namespace.prefix.length());
                }
            }
        }
        return longest;
    }
}
