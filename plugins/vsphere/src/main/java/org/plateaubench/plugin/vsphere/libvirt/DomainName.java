// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.IOException;
import java.util.HexFormat;

/**
 * The name of a machine in calls. Immutable; any thread.
 *
 * @param uuid identity of the machine, in hexadecimal digits
 */
record DomainName(String name, String uuid) {
    static final int UUID_BYTES = 16;
    /** Used instead of the number, which only running machines have; libvirt then uses the identity. */
    private static final int NO_NUMBER = -1;

    static DomainName read(XdrReader answer) throws IOException {
        String name = answer.text();
        String uuid = HexFormat.of().formatHex(answer.opaque(UUID_BYTES));
        answer.number();
        return new DomainName(name, uuid);
    }

    XdrWriter write(XdrWriter arguments) {
        return arguments.text(name).opaque(HexFormat.of().parseHex(uuid)).number(NO_NUMBER);
    }
}
