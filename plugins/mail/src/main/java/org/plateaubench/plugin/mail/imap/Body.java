// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.Arrays;
import org.eclipse.angus.mail.iap.ByteArray;

/** A whole message from the server, in the buffer that it was read into. */
public final class Body {
    private final ByteArray section;

    Body(ByteArray section) {
        this.section = section;
    }

    /** Returns the length in bytes. */
    public int sizeBytes() {
        return section.getCount();
    }

    /** Returns a copy of it. */
    public byte[] bytes() {
        return Arrays.copyOfRange(section.getBytes(), section.getStart(), section.getStart() + section.getCount());
    }
}
