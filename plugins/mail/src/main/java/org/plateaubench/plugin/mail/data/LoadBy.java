// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

/** How messages get into inboxes before a run; all other folders are filled over IMAP. */
public enum LoadBy {
    /** Over IMAP, with their flags and dates. */
    APPEND,
    /** By local delivery (LMTP), as later mail; all messages then have the date of the load. */
    LMTP
}
