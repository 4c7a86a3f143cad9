// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.Arrays;
import org.eclipse.angus.mail.iap.ByteArray;

/** A whole message as the server sent it, in the buffer that it was read into. */
public final class Body {
    private final ByteArray section;

    Body(ByteArray section) {
        this.section = section;
    }

    /** Length in bytes. */
    public int sizeBytes() {
        return section.getCount();
    }

    /** A copy of it. */
    public byte[] bytes() {
        return Arrays.copyOfRange(section.getBytes(), section.getStart(), section.getStart() + section.getCount());
    }
}
