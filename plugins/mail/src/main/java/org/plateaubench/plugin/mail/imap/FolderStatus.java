// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/**
 * What is known of a folder without opening it.
 *
 * @param name as the server writes it, decoded from quotes only
 * @param messages how many, or -1 where the server did not say
 * @param unseen how many of them were not read, or -1
 * @param uidNext what the next message will be called, or -1
 */
public record FolderStatus(String name, long messages, long unseen, long uidNext) {}
