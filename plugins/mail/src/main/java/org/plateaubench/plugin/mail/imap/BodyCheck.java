// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/** Tells from a message alone whether it is the one that was sent. */
@FunctionalInterface
public interface BodyCheck {
    /** False when it is another. */
    boolean right(byte[] message);
}
