// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/** Checks from a message alone whether it is the one that was sent. */
@FunctionalInterface
public interface BodyCheck {
    /** Returns false when it is a different one. */
    boolean right(byte[] message);
}
