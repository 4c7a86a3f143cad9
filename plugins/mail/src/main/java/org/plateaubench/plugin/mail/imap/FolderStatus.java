// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/**
 * The status of a folder that is not open.
 *
 * @param name name from the server, only unquoted
 * @param messages number of messages, or -1 when not reported
 * @param unseen number of unread messages, or -1
 * @param uidNext UID of the next message, or -1
 */
public record FolderStatus(String name, long messages, long unseen, long uidNext) {}
