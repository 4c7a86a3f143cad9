// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.List;

/**
 * The jars that an agent lacks for a run; it is ready when there is none.
 *
 * @param digests SHA-256 of each
 */
record MissingJars(List<String> digests) {
    MissingJars {
        digests = List.copyOf(digests);
    }
}
