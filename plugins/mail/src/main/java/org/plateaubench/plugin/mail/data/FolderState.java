// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

/**
 * A folder at one moment.
 *
 * @param messages how many it holds
 * @param uidNext the UID that the next message will have, at least
 */
record FolderState(int messages, long uidNext) {
    /** An empty one. */
    static final FolderState NONE = new FolderState(0, 1);
}
