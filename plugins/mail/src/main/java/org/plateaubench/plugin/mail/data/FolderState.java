// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

/**
 * A folder at one instant.
 *
 * @param messages number of messages
 * @param uidNext the least UID of the next message
 */
record FolderState(int messages, long uidNext) {
    /** An empty folder. */
    static final FolderState NONE = new FolderState(0, 1);
}
